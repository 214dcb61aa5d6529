import { pincode, text } from '@jaanch/contracts/http/fields'
import type { AddressView } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { AddressRequest } from '@/lib/api/people'
import { looksLikePhone, phoneProblem } from '@/lib/phone'

export const addressForm = z.object({
  label: z.enum(addressLabels),
  street: checked(text(200), 'Please enter the street address'),
  addressLine2: z.string(),
  city: checked(text(80), 'Please enter the city'),
  state: checked(text(80), 'Please enter the state'),
  pincode: checked(pincode, 'A PIN code has six digits'),
  landmark: z.string(),
  phone: z.string().refine(looksLikePhone, phoneProblem),
})
export type AddressForm = z.input<typeof addressForm>

export const emptyAddress: AddressForm = {
  label: 'Home',
  street: '',
  addressLine2: '',
  city: '',
  state: '',
  pincode: '',
  landmark: '',
  phone: '',
}

export function formOf(address: AddressView): AddressForm {
  const { label, addressLine1, addressLine2, city, state, pincode, landmark, phone } = address
  return {
    label,
    street: addressLine1,
    addressLine2: addressLine2 ?? '',
    city,
    state,
    pincode,
    landmark: landmark ?? '',
    phone,
  }
}

/** Optional fields left empty travel as null. */
export function addressRequest(form: AddressForm): AddressRequest {
  return { ...form, addressLine2: form.addressLine2.trim() || null, landmark: form.landmark.trim() || null }
}

function checked(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}
