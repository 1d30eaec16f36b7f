/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // Next answers pages only; what touches the database is reached through globalThis and never bundled.
  serverExternalPackages: ["@prisma/client", "@prisma/adapter-libsql", "libsql", "@libsql/client", "ws"],
  turbopack: { root: import.meta.dirname },
  // Types are checked once, by `npm run check`; a start does not pay for it again.
  typescript: { ignoreBuildErrors: true },
  // Browsers ask for this address on their own, also before a page has named its icon.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
};

export default config;
