import { labRegistration } from '@jaanch/account/labs/api'
import { z } from 'zod'
import { texts } from './texts'

/** The contract's rules plus the repeated password, which the form compares itself. */
export const labRegisterSchema = z.object({
  ...labRegistration.shape,
  confirmation: z.string().min(1, texts.fields.confirmationMissing),
})
export type LabRegistrationForm = z.input<typeof labRegisterSchema>
