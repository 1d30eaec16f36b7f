/** The fields of one record, where the next one starts, and the line breaks inside quotes. */
function readRecord(text, start, delimiter) {
  const fields = [];
  let breaks = 0;
  let isUnclosed = false;
  let position = start;
  while (true) {
    const field = text[position] === '"' ? readQuoted(text, position, delimiter) : readPlain(text, position, delimiter);
    fields.push(field.value);
    breaks += field.breaks;
    isUnclosed ||= field.isUnclosed;
    position = field.end + 1;
    if (text[field.end] === delimiter) continue;
    const isWindowsBreak = text[field.end] === "\r" && text[position] === "\n";
    return { fields, breaks, isUnclosed, end: isWindowsBreak ? position + 1 : position };
  }
}

/**
 * Reads CSV records one by one (RFC 4180): {fields, line, isUnclosed}. A quote opens a quoted field only at its start;
 * inside, "" is a quote. Blank lines are skipped. `line` counts from 1 and is where the record starts.
 */
export function* readRecords(text, delimiter) {
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const { fields, breaks, isUnclosed, end } = readRecord(text, position, delimiter);
    if (fields.length > 1 || fields[0] !== "") yield { fields, line, isUnclosed };
    position = end;
    line += breaks + 1;
  }
}

function readPlain(text, start, delimiter) {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(start, end), end, breaks: 0, isUnclosed: false };
}

function readQuoted(text, start, delimiter) {
  let value = "";
  let from = start + 1;
  while (true) {
    const quote = text.indexOf('"', from);
    if (quote === -1) {
      value += text.slice(from);
      return { value, end: text.length, breaks: countBreaks(value), isUnclosed: true };
    }
    value += text.slice(from, quote);
    from = quote + 1;
    if (text[from] !== '"') break;
    value += '"';
    from += 1;
  }
  // Text after the closing quote is kept: it is what the file says, and dropping it would hide a defect.
  const tail = readPlain(text, from, delimiter);
  return { value: value + tail.value, end: tail.end, breaks: countBreaks(value), isUnclosed: false };
}

function countBreaks(value) {
  return value.includes("\n") || value.includes("\r") ? value.split(/\r\n|\n|\r/).length - 1 : 0;
}
