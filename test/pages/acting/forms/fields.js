export const initial = {
  text: "old",
  note: "",
  agreed: false,
  size: "s",
  count: "1",
  day: "",
  level: "50",
  colour: "#000000",
};

export const fields = [
  ["text", "text"],
  ["count", "number"],
  ["day", "date"],
  ["level", "range"],
  ["colour", "color"],
];

export const sizes = { s: "Small", m: "Medium", l: "Large" };
