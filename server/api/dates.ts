import { z } from "zod";

/** A Date of the domain that travels as ISO text; there is no other form of a time on the wire but epoch milliseconds. */
export const isoDate = z.date().transform((date) => date.toISOString());
