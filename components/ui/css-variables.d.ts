import "react";

declare module "react" {
  // Custom properties carry measured values into classes.
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
