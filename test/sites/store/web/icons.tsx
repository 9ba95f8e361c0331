// The shop's few icons; all are decoration beside text or a label.
const PATHS = {
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  cart: "M3 4h3l2 12h10l3-8H7M9 20.5v.01M17 20.5v.01",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21q0-6 8-6t8 6",
  close: "M5 5l14 14M19 5L5 19",
  check: "M4 12l5 5L20 6",
  truck: "M2 6h12v11H2zM14 10h4l4 4v3h-8M6 19.5v.01M17 19.5v.01",
  leaf: "M5 20Q4 6 20 4q1 16-12 14M5 20q3-6 9-10",
  shield: "M12 3l8 3q0 11-8 15-8-4-8-15z",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
