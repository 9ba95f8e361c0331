// The shades a drawing uses, mixed from one product colour.
export type Palette = { base: string; dark: string; light: string; ink: string; paper: string };

export function paletteOf(hex: string): Palette {
  return {
    base: hex,
    dark: mix(hex, "#14161c", 0.3),
    light: mix(hex, "#ffffff", 0.35),
    ink: mix(hex, "#14161c", 0.62),
    paper: mix(hex, "#f6f4ef", 0.86),
  };
}

/** `share` of `other` stirred into `hex`; both as #rrggbb. */
function mix(hex: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const from = Number.parseInt(hex.slice(at, at + 2), 16);
    const to = Number.parseInt(other.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * share);
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
