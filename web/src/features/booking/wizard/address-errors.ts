import { addressInput } from '@jaanch/account/people/api'
import type { Draft } from './draft'

const texts = {
  pincodeWrong: 'A PIN code has six digits',
  phoneWrong: 'Please enter a complete phone number',
}

export type AddressErrors = { pincode?: string; contactNumber?: string }

/**
 * Shows at the address step what the API would reject at the end. There is no length check on the contact number
 * (specification, section 5).
 */
export function findAddressErrors(draft: Draft): AddressErrors {
  const errors: AddressErrors = {}
  if (!addressInput.shape.pincode.safeParse(draft.address.pincode).success) {
    errors.pincode = texts.pincodeWrong
  }
  if (!addressInput.shape.phone.safeParse(draft.contactNumber).success) {
    errors.contactNumber = texts.phoneWrong
  }
  return errors
}
