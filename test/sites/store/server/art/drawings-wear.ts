// Drawings of clothing and footwear.
import type { Drawing } from "./drawing.ts";

const TORSO = "M150 92q50 26 100 0l62 34-24 66-26-12v150H138V180l-26 12-24-66z";
const LONG_SLEEVES =
  "M148 90q52 24 104 0l50 30 30 168-40 10-26-108v140H134V190l-26 108-40-10 30-168z";

export const WEAR_DRAWINGS: Record<string, Drawing> = {
  jackets: ({ base, dark, light, ink }, style) =>
    `<path d="M150 92q50-46 100 0l-20 30h-60z" fill="${dark}"/>` +
    `<path d="${LONG_SLEEVES}" fill="${base}"/>` +
    (style === 1
      ? `<path d="M134 160h132M134 205h132M134 250h132M134 292h132" stroke="${dark}" stroke-width="4"/>`
      : `<path d="M134 250h40v50h-40zM226 250h40v50h-40z" fill="${dark}" opacity=".55"/>`) +
    (style === 2 ? `<path d="M134 190h132v34H134z" fill="${light}"/>` : "") +
    `<path d="M200 104v226" stroke="${ink}" stroke-width="5"/>`,
  "t-shirts": ({ base, dark, light }, style) =>
    `<path d="${style === 3 ? LONG_SLEEVES : TORSO}" fill="${base}"/>` +
    `<path d="M150 92q50 60 100 0" fill="none" stroke="${dark}" stroke-width="8"/>` +
    (style === 1
      ? `<path d="M144 200h112M144 232h112M144 264h112M144 296h112" stroke="${light}" stroke-width="9"/>`
      : "") +
    (style === 2 ? `<path d="M214 172h36v40q-18 10-36 0z" fill="${dark}" opacity=".6"/>` : ""),
  sweaters: ({ base, dark, light }, style) =>
    `<path d="${LONG_SLEEVES}" fill="${base}"/>` +
    `<path d="M152 92q48 44 96 0v-12q-48 24-96 0z" fill="${dark}"/>` +
    `<path d="M134 316h132v14H134z" fill="${dark}"/>` +
    (style === 0
      ? `<path d="M170 130v180M200 140v170M230 130v180" stroke="${dark}" stroke-width="6" stroke-dasharray="10 8"/>`
      : style === 1
        ? `<path d="M134 180l22-18 22 18 22-18 22 18 22-18 22 18" fill="none" stroke="${light}" stroke-width="8"/>`
        : style === 3
          ? `<path d="M150 92l50 60 50-60" fill="none" stroke="${light}" stroke-width="6"/>`
          : `<path d="M200 120v196" stroke="${dark}" stroke-width="4"/><path d="M200 160v.1M200 200v.1M200 240v.1M200 280v.1" stroke="${light}" stroke-width="12"/>`),
  trousers: ({ base, dark, light }, style) =>
    `<path d="M140 76h120l22 258h-58l-24-168-24 168h-58z" fill="${base}"/>` +
    `<path d="M139 76h122l2 22H137z" fill="${dark}"/>` +
    `<path d="M200 98v68M150 100q2 34-14 44M250 100q-2 34 14 44" fill="none" stroke="${dark}" stroke-width="5"/>` +
    (style === 1
      ? `<path d="M130 200h36v44h-38zM234 200h36l2 44h-38z" fill="${dark}" opacity=".5"/>`
      : "") +
    (style === 2 ? `<path d="M120 320h54M226 320h54" stroke="${light}" stroke-width="14"/>` : ""),
  sneakers: ({ base, dark, light }, style) =>
    `<path d="M72 214q34 14 62-26l30 4q44 60 130 66 38 4 38 40H72z" fill="${base}"/>` +
    `<path d="M68 292h268q8 34-20 34H88q-22 0-20-34z" fill="#fff" stroke="${dark}" stroke-width="4"/>` +
    `<path d="M160 214l34-14M180 234l34-16M204 250l32-18" stroke="${style === 1 ? dark : light}" stroke-width="8"/>` +
    (style === 0
      ? `<path d="M110 284q20-50 60-30" fill="none" stroke="${light}" stroke-width="10"/>`
      : "") +
    (style === 2 ? `<circle cx="112" cy="250" r="16" fill="${light}"/>` : "") +
    `<path d="M268 258q10 30-8 36h72q0-30-40-34z" fill="${dark}" opacity=".35"/>`,
  "hiking-boots": ({ base, dark, light, ink }, style) =>
    `<path d="M112 96h96l6 110q96 20 112 52 8 18 6 40H104q-6-60 8-202z" fill="${base}"/>` +
    `<path d="M110 96h100v22H108z" fill="${dark}"/>` +
    `<path d="M98 296h240v22l-16 18-18-12-18 12-18-12-18 12-18-12-18 12-18-12-18 12-18-12-18 12-24-12z" fill="${ink}"/>` +
    `<path d="M166 140h46M168 166h46M170 192h46M186 214l34-14" stroke="${light}" stroke-width="7"/>` +
    (style !== 1
      ? `<path d="M270 232q62 16 62 62h-70q-10-36 8-62z" fill="${dark}" opacity=".55"/>`
      : "") +
    (style === 2 ? `<path d="M106 230h52l8 62h-62z" fill="${dark}" opacity=".4"/>` : ""),
  sandals: ({ base, dark, light }, style) =>
    `<path d="M70 286q130-26 262-4 14 26-14 34H92q-26 0-22-30z" fill="${dark}"/>` +
    `<path d="M72 276q130-30 260-4v14q-130-24-260 4z" fill="${light}"/>` +
    `<path d="M216 274q10-76 60-66 34 10 44 62" fill="none" stroke="${base}" stroke-width="26"/>` +
    (style === 2
      ? ""
      : `<path d="M92 276q-6-74 46-78 44 4 84 70" fill="none" stroke="${base}" stroke-width="20"/>`) +
    (style === 1
      ? `<rect x="120" y="186" width="34" height="26" rx="5" fill="none" stroke="${dark}" stroke-width="6"/>`
      : ""),
};
