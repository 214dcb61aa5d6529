import { pincode, text } from '@jaanch/contracts/http/fields'
import type { AddressView } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { looksLikePhone, phoneProblem } from '@/lib/format/phone'
import { checkedText } from '@/lib/forms'
import type { AddressRequest } from '@/lib/resources/people'
import { address as texts } from './texts'

export const addressSchema = z.object({
  label: z.enum(addressLabels),
  street: checkedText(text(200), texts.streetMissing),
  addressLine2: z.string(),
  city: checkedText(text(80), texts.cityMissing),
  state: checkedText(text(80), texts.stateMissing),
  pincode: checkedText(pincode, texts.pincodeWrong),
  landmark: z.string(),
  phone: z.string().refine(looksLikePhone, phoneProblem),
})
export type AddressForm = z.input<typeof addressSchema>

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

export function toAddressForm(address: AddressView): AddressForm {
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

/** Empty optional fields are sent as null. */
export function toAddressRequest(form: AddressForm): AddressRequest {
  return { ...form, addressLine2: form.addressLine2.trim() || null, landmark: form.landmark.trim() || null }
}
