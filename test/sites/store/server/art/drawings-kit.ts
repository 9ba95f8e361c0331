// Drawings of bags and camping gear.
import type { Drawing } from "./drawing.ts";

export const KIT_DRAWINGS: Record<string, Drawing> = {
  backpacks: ({ base, dark, light, ink }, style) =>
    `<path d="M166 92q0-34 34-34t34 34" fill="none" stroke="${ink}" stroke-width="10"/>` +
    `<path d="M122 150q0-66 78-66t78 66v164q0 20-20 20H142q-20 0-20-20z" fill="${base}"/>` +
    `<path d="M122 170h156" stroke="${dark}" stroke-width="6"/>` +
    `<rect x="144" y="222" width="112" height="92" rx="14" fill="${dark}"/>` +
    `<path d="M156 246h88" stroke="${light}" stroke-width="5"/>` +
    (style === 1 ? `<path d="M122 210h-14v90h14zM278 210h14v90h-14z" fill="${dark}"/>` : "") +
    (style === 2 ? `<path d="M176 86v130M224 86v130" stroke="${light}" stroke-width="9"/>` : ""),
  duffels: ({ base, dark, light, ink }, style) =>
    `<path d="M140 190q0-70 60-70t60 70" fill="none" stroke="${ink}" stroke-width="11"/>` +
    `<rect x="62" y="178" width="276" height="150" rx="52" fill="${base}"/>` +
    `<path d="M104 182q-18 70 0 142M296 182q18 70 0 142" fill="none" stroke="${dark}" stroke-width="10"/>` +
    `<path d="M120 198h160" stroke="${light}" stroke-width="6"/>` +
    (style === 1 ? `<rect x="150" y="232" width="100" height="66" rx="8" fill="${dark}"/>` : "") +
    (style === 2
      ? `<circle cx="108" cy="334" r="14" fill="${ink}"/><circle cx="292" cy="334" r="14" fill="${ink}"/>`
      : ""),
  wallets: ({ base, dark, light, ink }, style) =>
    `<rect x="126" y="112" width="150" height="100" rx="8" fill="${light}"/>` +
    `<rect x="140" y="136" width="150" height="100" rx="8" fill="#fff" stroke="${light}" stroke-width="3"/>` +
    `<rect x="86" y="160" width="228" height="160" rx="16" fill="${base}"/>` +
    `<rect x="98" y="172" width="204" height="136" rx="10" fill="none" stroke="${dark}" stroke-width="3" stroke-dasharray="8 6"/>` +
    (style === 0
      ? `<path d="M314 216h-62q-24 24 0 48h62z" fill="${dark}"/><circle cx="264" cy="240" r="8" fill="${light}"/>`
      : "") +
    (style === 1 ? `<path d="M200 160v160" stroke="${ink}" stroke-width="4"/>` : "") +
    (style === 2
      ? `<path d="M92 196h216" stroke="${ink}" stroke-width="5"/><rect x="292" y="190" width="26" height="12" rx="5" fill="${light}"/>`
      : ""),
  tents: ({ base, dark, light, ink }, style) =>
    (style === 1
      ? `<path d="M48 332q24-190 152-190t152 190z" fill="${base}"/><path d="M130 332q10-130 70-190 60 60 70 190z" fill="${dark}"/>`
      : `<path d="M200 104L48 332h304z" fill="${base}"/><path d="M200 104l-66 228h132z" fill="${dark}"/>`) +
    `<path d="M200 176l-34 156h68z" fill="${ink}"/><path d="M200 176q-8 90-40 156h-16z" fill="${light}"/>` +
    (style === 2 ? `<path d="M200 104l52-22v32z" fill="${light}"/>` : "") +
    `<path d="M48 332l-22 10M352 332l22 10" stroke="${ink}" stroke-width="4"/>`,
  "sleeping-bags": ({ base, dark, light }, style) =>
    `<path d="M130 110q0-52 70-52t70 52l-14 206q-4 20-56 20t-56-20z" fill="${base}"/>` +
    `<ellipse cx="200" cy="112" rx="48" ry="34" fill="${light}"/>` +
    `<path d="M136 170h128M140 212h120M142 252h116M146 290h108" stroke="${dark}" stroke-width="4"/>` +
    (style !== 0 ? `<path d="M200 150v182" stroke="${light}" stroke-width="6"/>` : "") +
    (style === 2 ? `<circle cx="200" cy="112" r="20" fill="${dark}" opacity=".4"/>` : ""),
  stoves: ({ base, dark, light, ink }, style) =>
    `<path d="M128 192h144l-14-26H142z" fill="${ink}"/>` +
    `<path d="M170 166q-18-34 12-62 2 26 18 30 8-30-4-54 50 34 36 86z" fill="#e0812f"/>` +
    `<path d="M190 166q-8-18 10-36 18 20 8 36z" fill="#f6c453"/>` +
    `<path d="M180 192h40v36h-40z" fill="${dark}"/>` +
    (style === 1
      ? `<rect x="110" y="226" width="180" height="106" rx="10" fill="${base}"/><circle cx="160" cy="280" r="20" fill="${light}"/><circle cx="240" cy="280" r="20" fill="${light}"/>`
      : `<path d="M144 250q0-24 56-24t56 24v66q0 18-56 18t-56-18z" fill="${base}"/><path d="M144 268h112" stroke="${light}" stroke-width="14"/>`),
  lanterns: ({ base, dark, light, ink }, style) =>
    `<path d="M140 148q0-80 60-80t60 80" fill="none" stroke="${ink}" stroke-width="8"/>` +
    `<path d="M148 148h104l-12-34h-80z" fill="${base}"/>` +
    `<rect x="146" y="148" width="108" height="130" rx="10" fill="#fdf3d3" stroke="${light}" stroke-width="5"/>` +
    `<circle cx="200" cy="214" r="32" fill="#f6c453"/><circle cx="200" cy="214" r="16" fill="#fff4c9"/>` +
    `<rect x="134" y="276" width="132" height="56" rx="12" fill="${base}"/>` +
    (style === 1 ? `<path d="M172 148v130M228 148v130" stroke="${dark}" stroke-width="5"/>` : "") +
    (style === 2
      ? `<circle cx="200" cy="304" r="12" fill="${light}"/>`
      : `<path d="M160 304h80" stroke="${dark}" stroke-width="6"/>`),
};
