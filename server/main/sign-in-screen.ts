/** The one screen a browser without a session sees. Self-contained: no script, no request, its style by nonce. */
export function toSignInScreen(options: { nonce: string; reason: "no_session" | "token_refused" }): string {
  const said =
    options.reason === "token_refused"
      ? "This address was used already, or it is older than 15 minutes. Each printed address opens one session."
      : "This browser has no session with Capstan yet, or it ended.";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Open a session - Capstan</title>
<style nonce="${options.nonce}">
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 14px/22px system-ui, sans-serif;
  background: light-dark(#f7f8f9, #131619); color: light-dark(#1b2024, #e6e9eb); }
main { max-width: 30rem; margin: 1.5rem; padding: 1.5rem 1.75rem; border: 1px solid light-dark(#d8dde1, #2c3237);
  border-radius: 6px; background: light-dark(#fff, #1a1e22); }
h1 { font-size: 18px; line-height: 26px; margin: 0 0 .5rem; font-weight: 600; }
p { margin: 0 0 .75rem; } p:last-child { margin: 0; color: light-dark(#4a545c, #a9b2b9); }
code { font: 13px/20px ui-monospace, monospace; padding: .375rem .625rem; border-radius: 4px; display: block;
  background: light-dark(#eef1f3, #0f1214); user-select: all; }
</style>
</head>
<body>
<main>
<h1>Open a session</h1>
<p>${said}</p>
<p>In a terminal on the machine that runs Capstan, type:</p>
<p><code>npx capstan open</code></p>
<p>Then open the address it prints. The session lasts 30 days.</p>
</main>
</body>
</html>
`;
}
