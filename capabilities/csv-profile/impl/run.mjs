import { Column } from "./column.mjs";
import { findDelimiter, hasHeader } from "./find-dialect.mjs";
import { runJob } from "./frames.mjs";
import { readRecords } from "./read-records.mjs";

const LINES_NAMED = 5;
const COLUMNS_MAX = 1000;

function nameColumns(fields, isHeader) {
  return fields.map((field, index) => (isHeader && field.trim() !== "" ? field.trim() : `column ${index + 1}`));
}

function describeLines(lines) {
  const named = lines.slice(0, LINES_NAMED).join(", ");
  return lines.length > LINES_NAMED ? `${named} and ${lines.length - LINES_NAMED} more` : named;
}

function findHeaderWarnings(names, header) {
  const found = [];
  const blank = header.filter((field) => field.trim() === "").length;
  if (blank > 0) found.push(`${blank} columns have no name in the header.`);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (twice.length > 0) found.push(`Several columns have the same name: ${twice.slice(0, LINES_NAMED).join(", ")}.`);
  return found;
}

/** Reads all records once; each column gathers its own figures. */
function gather(text, { delimiter, isHeader }) {
  let columns = null;
  let header = [];
  let rows = 0;
  let unclosedLine = null;
  const raggedLines = [];
  for (const { fields, line, isUnclosed } of readRecords(text, delimiter)) {
    if (isUnclosed) unclosedLine = line;
    if (columns === null) {
      header = fields;
      // A comma in numbers is a decimal comma only where the comma does not separate fields.
      const options = { isDecimalComma: delimiter !== "," };
      columns = nameColumns(fields, isHeader).map((name) => new Column(name, options));
      if (isHeader) continue;
    }
    rows += 1;
    if (fields.length !== columns.length) raggedLines.push(line);
    for (let index = 0; index < columns.length; index += 1) columns[index].add(fields[index] ?? "");
  }
  return { columns: columns ?? [], header, rows, unclosedLine, raggedLines };
}

function listWarnings(text, table, isHeader) {
  const { columns, header, raggedLines, unclosedLine } = table;
  const warnings = isHeader
    ? findHeaderWarnings(
        columns.map(({ name }) => name),
        header,
      )
    : [];
  if (raggedLines.length > 0) {
    warnings.push(
      `${raggedLines.length} records have not ${columns.length} fields (line ${describeLines(raggedLines)}); missing ones count as missing, surplus ones are left out.`,
    );
  }
  if (unclosedLine !== null) warnings.push(`The quote opened in the record of line ${unclosedLine} is never closed.`);
  if (text.includes("\u0000")) warnings.push("The text holds NUL characters; it may be UTF-16 read as UTF-8.");
  if (text.includes("\ufffd"))
    warnings.push("The text holds replacement characters (U+FFFD); its encoding was probably not UTF-8.");
  return [...warnings, ...columns.flatMap((column) => column.warnings())];
}

await runJob(async ({ csv, delimiter = "auto", header = "auto", top = 5 }) => {
  const text = csv.replace(/^\ufeff/, "");
  if (text.trim() === "") {
    return {
      problem: { code: "empty_table", message: "The table has no records.", next: "Give the text of a CSV file." },
    };
  }
  const separator = delimiter === "auto" ? findDelimiter(text) : delimiter;
  const isHeader = header === "auto" ? hasHeader(text, separator) : header === "yes";
  const table = gather(text, { delimiter: separator, isHeader });
  if (table.columns.length > COLUMNS_MAX) {
    return {
      problem: {
        code: "too_many_columns",
        message: `The first record has ${table.columns.length} fields; at most ${COLUMNS_MAX} are profiled.`,
        next: "Check the delimiter, or give fewer columns.",
      },
    };
  }
  const warnings = listWarnings(text, table, isHeader);
  const missing = table.columns.reduce((sum, column) => sum + column.missing, 0);
  return {
    summary: `${table.rows} rows, ${table.columns.length} columns, ${missing} missing values, ${warnings.length} warnings.`,
    delimiter: separator,
    has_header: isHeader,
    rows: table.rows,
    columns: table.columns.map((column) => column.toProfile(top)),
    warnings,
  };
});
