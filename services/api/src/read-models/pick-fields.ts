import type { z } from 'zod'

/** Keeps the fields of a view: a summary has more fields than its readers may receive, and the gateway does not parse. */
export function pickFields<Shape extends z.ZodRawShape>(
  view: z.ZodObject<Shape>,
  value: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  const fields = value as Record<string, unknown>
  const picked = Object.keys(view.shape).map((name) => [name, fields[name]])
  return Object.fromEntries(picked)
}
