import { labRegistration } from '@jaanch/contracts/http/lab-partners'
import { z } from 'zod'

/** The contract's rules, and the password once more. */
export const labApplication = z.object({
  ...labRegistration.shape,
  confirmation: z.string().min(1, 'Please repeat the password'),
})
export type LabApplication = z.input<typeof labApplication>
