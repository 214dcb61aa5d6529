import { addressInput } from '@jaanch/contracts/http/people'
import type { Draft } from './draft'

export type AddressErrors = { pincode?: string; contactNumber?: string }

/**
 * What the API would refuse at the end is said where it is typed. There is no length check on the contact
 * number (specification, section 5): any plausible one will do.
 */
export function addressErrors(draft: Draft): AddressErrors {
  const errors: AddressErrors = {}
  if (!addressInput.shape.pincode.safeParse(draft.address.pincode).success) {
    errors.pincode = 'A PIN code has six digits'
  }
  if (!addressInput.shape.phone.safeParse(draft.contactNumber).success) {
    errors.contactNumber = 'Please enter a complete phone number'
  }
  return errors
}
