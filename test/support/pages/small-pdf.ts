// Makes small PDFs, with lines of text, fields of a form, or a password.

export interface PdfParts {
  /** The values of text fields on the first page, by their names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** True if it can't be opened without a password, which nobody knows. */
  readonly locked?: boolean;
  /** The width of the pages; what stands beyond it is not seen. */
  readonly width?: number;
}

/** Makes a PDF of one page, with a line of text. */
export function smallPdf(): Buffer {
  return pdfOf([["Terms of the lease"]]);
}

/** @param pages the lines of each page; a page without lines has no text */
export function pdfOf(
  pages: readonly (readonly string[])[],
  { fields = {}, locked = false, width = 600 }: PdfParts = {},
): Buffer {
  const objects: string[] = [];
  const add = (object: string): number => objects.push(object);
  const catalog = add("");
  const tree = add("");
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const widgets = Object.entries(fields).map(([name, value]) =>
    add(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${string(name)} /V ${string(value)} /Rect [10 10 90 30] >>`,
    ),
  );
  const kids = pages.map((lines, index) => {
    const words = lines.map((line) => `${string(line)} Tj T*`).join("\n");
    const stream = `BT /F1 12 Tf 14 TL 20 700 Td\n${words}\nET`;
    const contents = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    const annotations = index === 0 ? ` /Annots [${references(widgets)}]` : "";
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} 720] /Contents ${contents} 0 R${annotations} /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Kids [${references(kids)}] /Count ${kids.length} >>`;
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${references(widgets)}] >> >>`;
  return written(objects, locked ? LOCK : "");
}

/** Encrypts with a key that fits no password. */
const LOCK = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >> /ID [<${"43".repeat(16)}> <${"43".repeat(16)}>]`;

function string(text: string): string {
  return `(${text.replace(/[\\()]/g, "\\$&")})`;
}

function references(numbers: readonly number[]): string {
  return numbers.map((number) => `${number} 0 R`).join(" ");
}

function written(objects: readonly string[], trailer: string): Buffer {
  let text = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const lines = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, "latin1");
}
