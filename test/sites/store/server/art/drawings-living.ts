// Drawings for kitchen, home, and sound and desk.
import type { Drawing } from "./drawing.ts";

export const LIVING_DRAWINGS: Record<string, Drawing> = {
  mugs: ({ base, dark, light }, style) =>
    `<path d="M262 170h22q44 0 44 46t-44 48h-24" fill="none" stroke="${dark}" stroke-width="20"/>` +
    `<path d="M104 132h164v150q0 52-50 52h-64q-50 0-50-52z" fill="${base}"/>` +
    `<ellipse cx="186" cy="132" rx="82" ry="18" fill="${dark}"/>` +
    `<path d="M160 92q-10-18 4-34M204 92q-10-18 4-34" fill="none" stroke="${dark}" stroke-width="6" opacity=".35"/>` +
    (style === 1 ? `<path d="M104 258h164v24q0 52-50 52h-64q-50 0-50-52z" fill="${light}"/>` : "") +
    (style === 2 ? `<path d="M109 186h154M109 204h154" stroke="${light}" stroke-width="7"/>` : ""),
  knives: ({ base, dark, light }, style) =>
    `<g transform="rotate(-32 200 210)"><path d="${
      style === 1 ? "M40 188h210v40H60q-24-14-20-40z" : "M24 226q60-54 226-54v54z"
    }" fill="#dfe3e8" stroke="#b7bec7" stroke-width="4"/>` +
    `<rect x="248" y="172" width="18" height="56" fill="#9aa3ae"/>` +
    `<path d="M266 174h104q18 8 12 30t-34 20h-82z" fill="${base}"/>` +
    `<path d="M292 198v.1M322 198v.1M350 198v.1" stroke="${style === 2 ? dark : light}" stroke-width="11"/></g>`,
  kettles: ({ base, dark, light, ink }, style) =>
    `<path d="M132 150q0-84 72-84t72 84" fill="none" stroke="${ink}" stroke-width="14"/>` +
    `<path d="${style === 1 ? "M116 236q-60 0-44-92l-24-10" : "M120 220l-66-70 10-14 82 46"}" fill="none" stroke="${dark}" stroke-width="16"/>` +
    `<path d="M132 160h144q40 96 20 160-2 12-20 12H132q-18 0-20-12-20-64 20-160z" fill="${base}"/>` +
    `<path d="M140 160q64-36 128 0z" fill="${dark}"/><circle cx="204" cy="136" r="10" fill="${ink}"/>` +
    (style === 2
      ? `<path d="M112 290h184" stroke="${light}" stroke-width="12"/>`
      : `<path d="M146 196q-20 50-10 96" fill="none" stroke="${light}" stroke-width="10"/>`),
  cookware: ({ base, dark, light, ink }, style) =>
    style === 0
      ? `<path d="M250 232l116-44 8 20-112 56z" fill="${ink}"/><path d="M44 226h236q-10 82-62 82H106q-52 0-62-82z" fill="${base}"/><ellipse cx="162" cy="226" rx="118" ry="26" fill="${dark}"/><ellipse cx="162" cy="228" rx="96" ry="17" fill="${light}" opacity=".4"/>`
      : `<path d="M60 230h-22v30h30M340 230h22v30h-30" fill="none" stroke="${ink}" stroke-width="14"/><path d="M70 196h260v90q0 44-44 44H114q-44 0-44-44z" fill="${base}"/><path d="M70 196q130-76 260 0z" fill="${dark}"/><circle cx="200" cy="146" r="14" fill="${ink}"/>` +
        (style === 2 ? `<path d="M92 230h216" stroke="${light}" stroke-width="8"/>` : ""),
  lamps: ({ base, dark, light, ink }, style) =>
    style === 1
      ? `<path d="M110 332h120" stroke="${ink}" stroke-width="18"/><path d="M170 326l-30-120 110-80" fill="none" stroke="${dark}" stroke-width="11"/><path d="M226 92l74 56-84 66q-16-76 10-122z" fill="${base}"/><path d="M218 208l80-58 50 110z" fill="#f6c453" opacity=".3"/>`
      : `<path d="M130 200L60 330h280l-70-130z" fill="#f6c453" opacity=".22"/><path d="M200 190v134" stroke="${dark}" stroke-width="12"/><path d="M140 332q60-28 120 0z" fill="${ink}"/><path d="M152 76h96l44 124H108z" fill="${base}"/><path d="M108 200h184" stroke="${light}" stroke-width="10"/>` +
        (style === 2
          ? `<path d="M176 80l-20 116M224 80l20 116" stroke="${dark}" stroke-width="4"/>`
          : ""),
  blankets: ({ base, dark, light }, style) =>
    `<rect x="84" y="244" width="232" height="80" rx="34" fill="${dark}"/>` +
    `<rect x="92" y="174" width="216" height="82" rx="34" fill="${base}"/>` +
    `<rect x="100" y="112" width="200" height="72" rx="32" fill="${light}"/>` +
    `<path d="M92 332v-14M116 336v-14M284 336v-14M308 332v-14" stroke="${dark}" stroke-width="6"/>` +
    (style !== 0
      ? `<path d="M150 112v212M250 112v212" stroke="#fff" stroke-width="8" opacity=".4"/>`
      : "") +
    (style === 2
      ? `<path d="M96 214h208M92 284h216M104 148h192" stroke="#fff" stroke-width="8" opacity=".3"/>`
      : ""),
  candles: ({ base, dark, light, ink }, style) =>
    `<path d="M200 74q34 40 0 66-34-26 0-66z" fill="#f2a541"/><path d="M200 136v34" stroke="${ink}" stroke-width="5"/>` +
    (style === 1
      ? `<rect x="154" y="166" width="92" height="166" rx="10" fill="${base}"/><path d="M154 176q20 40 30 0t30 6 32-6v-4q0-6-6-6h-80q-6 0-6 6z" fill="${light}"/>`
      : `<rect x="122" y="166" width="156" height="166" rx="16" fill="${base}"/><ellipse cx="200" cy="170" rx="78" ry="13" fill="${light}"/><rect x="150" y="222" width="100" height="64" rx="6" fill="#fff" opacity=".85"/><path d="M166 244h68M166 264h44" stroke="${dark}" stroke-width="5"/>`),
  headphones: ({ base, dark, light, ink }, style) =>
    style === 1
      ? `<path d="M142 170q0 120 40 160M258 170q0 120-40 160" fill="none" stroke="${ink}" stroke-width="7"/><circle cx="142" cy="150" r="44" fill="${base}"/><circle cx="258" cy="150" r="44" fill="${base}"/><circle cx="142" cy="150" r="22" fill="${dark}"/><circle cx="258" cy="150" r="22" fill="${dark}"/>`
      : `<path d="M96 236q0-146 104-146t104 146" fill="none" stroke="${dark}" stroke-width="18"/><path d="M136 118q64-46 128 0" fill="none" stroke="${light}" stroke-width="12"/><rect x="74" y="206" width="62" height="112" rx="28" fill="${base}"/><rect x="264" y="206" width="62" height="112" rx="28" fill="${base}"/><rect x="122" y="220" width="22" height="84" rx="11" fill="${ink}"/><rect x="256" y="220" width="22" height="84" rx="11" fill="${ink}"/>`,
  keyboards: ({ base, dark, light }, style) =>
    `<rect x="44" y="150" width="312" height="150" rx="18" fill="${base}"/><rect x="44" y="282" width="312" height="30" rx="14" fill="${dark}"/>` +
    [0, 1, 2]
      .map((row) =>
        Array.from({ length: 10 }, (_, column) => {
          const isAccent = style === row && column > 7;
          return `<rect x="${60 + column * 28.4}" y="${166 + row * 30}" width="23" height="24" rx="5" fill="${isAccent ? "#e0812f" : light}"/>`;
        }).join(""),
      )
      .join("") +
    `<rect x="116" y="256" width="168" height="22" rx="5" fill="${light}"/>`,
  speakers: ({ base, dark, light, ink }, style) =>
    style === 1
      ? `<rect x="60" y="170" width="280" height="150" rx="40" fill="${base}"/><path d="M150 170q0-50 50-50t50 50" fill="none" stroke="${ink}" stroke-width="10"/><circle cx="134" cy="246" r="48" fill="${ink}"/><circle cx="266" cy="246" r="48" fill="${ink}"/><circle cx="134" cy="246" r="20" fill="${light}"/><circle cx="266" cy="246" r="20" fill="${light}"/>`
      : `<rect x="116" y="66" width="168" height="268" rx="14" fill="${base}"/><circle cx="200" cy="246" r="62" fill="${ink}"/><circle cx="200" cy="246" r="30" fill="${dark}"/><circle cx="200" cy="128" r="32" fill="${ink}"/><circle cx="200" cy="128" r="12" fill="${light}"/>` +
        (style === 2
          ? `<rect x="116" y="66" width="168" height="268" rx="14" fill="none" stroke="${dark}" stroke-width="8"/>`
          : ""),
};
