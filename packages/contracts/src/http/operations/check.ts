import { z } from 'zod'

/** What the page of the operators looks at besides the log and its readers. */
export const check = z.object({
  name: z.enum(['backup', 'rehearsal', 'archiving', 'replication', 'disk', 'alerts']),
  /** `off`: the installation does not have it. `unknown`: it could not be looked at, which is not well */
  state: z.enum(['well', 'trouble', 'off', 'unknown']),
  /** One sentence */
  text: z.string(),
})
export type Check = z.output<typeof check>
