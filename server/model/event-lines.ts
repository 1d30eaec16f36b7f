/**
 * Takes server-sent events apart as text arrives and hands over the data of each. Lines end with LF or CRLF; several data
 * lines of one event are joined by LF; comments and other fields are passed over (HTML standard, "event stream").
 */
export function createEventReader(onData: (data: string) => void): { push(text: string): void } {
  let rest = "";
  let data: string[] = [];

  function readLine(line: string): void {
    if (line === "") {
      if (data.length > 0) onData(data.join("\n"));
      data = [];
    } else if (line.startsWith("data:")) {
      data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
    }
  }

  return {
    push(text) {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) readLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    },
  };
}
