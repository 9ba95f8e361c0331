// The shades a drawing uses, mixed from one product colour.
export type Palette = { base: string; dark: string; light: string; ink: string; paper: string };

export function paletteOf(hex: string): Palette {
  return {
    base: hex,
    dark: mix(hex, "#14161c", 0.3),
    light: mix(hex, "#ffffff", 0.35),
    ink: mix(hex, "#14161c", 0.62),
    // Pale products need a darker ground to be seen.
    paper: isPale(hex) ? mix(hex, "#a9b8b2", 0.6) : mix(hex, "#f6f4ef", 0.86),
  };
}

/** `share` of `other` stirred into `hex`; both as #rrggbb. */
function mix(hex: string, other: string, share: number): string {
  const [from, to] = [channelsOf(hex), channelsOf(other)];
  const channels = from.map((value, at) => Math.round(value + ((to[at] ?? value) - value) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function isPale(hex: string): boolean {
  return Math.min(...channelsOf(hex)) > 195;
}

function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
