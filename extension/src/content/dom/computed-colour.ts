// Reads colours as computed styles write them, whatever their colour space, and lays them over each other.

/** As a screen of the web's common colours (sRGB) shows it: channels of 0 to 255, alpha of 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** Of 255; colours nearer to each other than this are not told apart. */
const MIN_DIFFERENCE = 12;

export function isNear(one: Colour, other: Colour): boolean {
  return (
    Math.abs(one.red - other.red) < MIN_DIFFERENCE &&
    Math.abs(one.green - other.green) < MIN_DIFFERENCE &&
    Math.abs(one.blue - other.blue) < MIN_DIFFERENCE
  );
}

/** What shows where `top` is painted on `bottom`, which lets nothing through (Compositing 1, 5.1). */
export function laidOver(top: Colour, bottom: Colour): Colour {
  const mixed = (upper: number, lower: number): number =>
    upper * top.alpha + lower * (1 - top.alpha);
  return {
    red: mixed(top.red, bottom.red),
    green: mixed(top.green, bottom.green),
    blue: mixed(top.blue, bottom.blue),
    alpha: 1,
  };
}

/** A colour within a computed value, as of a gradient or a shadow. */
export const COLOURS = /\b(?:rgba?|color|lab|lch|oklab|oklch)\([^()]*\)/g;

/** Undefined for what is no colour, or is of a space that is not known (CSS Color 4, 15: serialization). */
export function parseColour(text: string): Colour | undefined {
  const legacy = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.e-]+))?\)$/.exec(text);
  if (legacy !== null) {
    const [, red, green, blue, alpha = 1] = legacy;
    return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
  }
  const [, name = "", inside = ""] = /^(color|lab|lch|oklab|oklch)\(([^()]*)\)$/.exec(text) ?? [];
  const [words = "", alpha = "1"] = inside.split("/");
  const parts = words.trim().split(/\s+/);
  const space = name === "color" ? (parts.shift() ?? "") : name;
  const toXyz = SPACES[space];
  if (toXyz === undefined || parts.length !== 3) return undefined;
  const [first = 0, second = 0, third = 0] = parts.map(channel);
  const [red, green, blue] = times(XYZ_TO_SRGB, toXyz([first, second, third]));
  return { red: shown(red), green: shown(green), blue: shown(blue), alpha: channel(alpha) };
}

/** A missing component counts as zero (CSS Color 4, 4.4). */
function channel(text: string): number {
  const number = Number.parseFloat(text);
  if (Number.isNaN(number)) return 0;
  return text.trim().endsWith("%") ? number / 100 : number;
}

/** What a screen can't show it shows as the nearest that it can, channel by channel. */
function shown(linear: number): number {
  const size = Math.abs(linear);
  const encoded = size > 0.0031308 ? 1.055 * size ** (1 / 2.4) - 0.055 : 12.92 * size;
  return 255 * Math.min(1, Math.max(0, linear < 0 ? -encoded : encoded));
}

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple): number => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

// The matrices and curves are those of CSS Color 4, 18 (sample code for color conversions).
const XYZ_TO_SRGB: Matrix = [
  [12831 / 3959, -329 / 214, -1974 / 3959],
  [-851781 / 878810, 1648619 / 878810, 36519 / 878810],
  [705 / 12673, -2585 / 12673, 705 / 667],
];
const SRGB_TO_XYZ: Matrix = [
  [506752 / 1228815, 87881 / 245763, 12673 / 70218],
  [87098 / 409605, 175762 / 245763, 12673 / 175545],
  [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
];
const P3_TO_XYZ: Matrix = [
  [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
  [35783 / 156275, 247089 / 357200, 198249 / 2500400],
  [0, 32229 / 714400, 5220557 / 5000800],
];
const A98_TO_XYZ: Matrix = [
  [573536 / 994567, 263643 / 1420810, 187206 / 994567],
  [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
  [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
];
const REC2020_TO_XYZ: Matrix = [
  [63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314],
  [26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157],
  [0, 19567812 / 697040785, 295819943 / 278816314],
];
const PROPHOTO_TO_XYZ_D50: Matrix = [
  [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
  [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
  [0, 0, 0.8251046025104602],
];
const D50_TO_D65: Matrix = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
];
const OKLAB_TO_LMS: Matrix = [
  [1, 0.3963377773761749, 0.2158037573099136],
  [1, -0.1055613458156586, -0.0638541728258133],
  [1, -0.0894841775298119, -1.2914855480194092],
];
const LMS_TO_XYZ: Matrix = [
  [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
  [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
  [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816],
];
const WHITE_D50: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];

type Curve = (size: number) => number;

/** Negative values mirror the curve (CSS Color 4, 10). */
function linear([a, b, c]: Triple, curve: Curve): Triple {
  const along = (value: number): number => Math.sign(value) * curve(Math.abs(value));
  return [along(a), along(b), along(c)];
}

const srgbCurve: Curve = (size) =>
  size <= 0.04045 ? size / 12.92 : ((size + 0.055) / 1.055) ** 2.4;
const a98Curve: Curve = (size) => size ** (563 / 256);
const prophotoCurve: Curve = (size) => (size <= 16 / 512 ? size / 16 : size ** 1.8);
const rec2020Curve: Curve = (size) =>
  size < 0.018053968510807 * 4.5
    ? size / 4.5
    : ((size + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45);

const SPACES: Readonly<Record<string, ((components: Triple) => Triple) | undefined>> = {
  srgb: (rgb) => times(SRGB_TO_XYZ, linear(rgb, srgbCurve)),
  "srgb-linear": (rgb) => times(SRGB_TO_XYZ, rgb),
  "display-p3": (rgb) => times(P3_TO_XYZ, linear(rgb, srgbCurve)),
  "display-p3-linear": (rgb) => times(P3_TO_XYZ, rgb),
  "a98-rgb": (rgb) => times(A98_TO_XYZ, linear(rgb, a98Curve)),
  "prophoto-rgb": (rgb) => fromD50(times(PROPHOTO_TO_XYZ_D50, linear(rgb, prophotoCurve))),
  rec2020: (rgb) => times(REC2020_TO_XYZ, linear(rgb, rec2020Curve)),
  xyz: (xyz) => xyz,
  "xyz-d65": (xyz) => xyz,
  "xyz-d50": fromD50,
  lab: labToXyz,
  lch: (lch) => labToXyz(rectangular(lch)),
  oklab: oklabToXyz,
  oklch: (lch) => oklabToXyz(rectangular(lch)),
};

function fromD50(xyz: Triple): Triple {
  return times(D50_TO_D65, xyz);
}

/** Of a chroma and a hue in degrees. */
function rectangular([lightness, chroma, hue]: Triple): Triple {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function labToXyz([lightness, a, b]: Triple): Triple {
  const epsilon = 216 / 24389;
  const kappa = 24389 / 27;
  const y = (lightness + 16) / 116;
  const [x, z] = [a / 500 + y, y - b / 200];
  const cubed = (value: number): number =>
    value ** 3 > epsilon ? value ** 3 : (116 * value - 16) / kappa;
  return fromD50([
    cubed(x) * WHITE_D50[0],
    lightness > kappa * epsilon ? y ** 3 : lightness / kappa,
    cubed(z) * WHITE_D50[2],
  ]);
}

function oklabToXyz(oklab: Triple): Triple {
  const [l, m, s] = times(OKLAB_TO_LMS, oklab);
  return times(LMS_TO_XYZ, [l ** 3, m ** 3, s ** 3]);
}
