import { labRegistration } from '@jaanch/contracts/http/lab-partners'
import { z } from 'zod'

/** The contract's rules plus the repeated password, which the form compares itself. */
export const labRegisterSchema = z.object({
  ...labRegistration.shape,
  confirmation: z.string().min(1, 'Please repeat the password'),
})
export type LabRegistrationForm = z.input<typeof labRegisterSchema>
