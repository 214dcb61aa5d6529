import type { AddressView } from '@jaanch/account/people/api'
import { line, pincode } from '@jaanch/contracts/http/fields'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormCommand } from '@/components/use-command'
import { type AddressRequest, addAddress, changeAddress } from '@/features/account/people-calls'
import { looksLikePhone, phoneProblem } from '@/lib/format/phone-check'
import { checkedText, resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'

const texts = {
  dialogs: { add: 'Add Address', edit: 'Edit Address' },
  save: 'Save',
  command: { succeeded: 'Address saved', failed: 'Failed to save address' },
  label: 'Label',
  street: 'Street Address',
  streetMissing: 'Please enter the street address',
  addressLine2: 'Area',
  city: 'City',
  cityMissing: 'Please enter the city',
  state: 'State',
  stateMissing: 'Please enter the state',
  pincode: 'Pincode',
  pincodeWrong: 'A PIN code has six digits',
  landmark: 'Landmark',
  phone: 'Contact Number',
  phoneHint: 'The collector calls this number on the way.',
}

const addressSchema = z.object({
  label: z.enum(addressLabels),
  street: checkedText(line(200), texts.streetMissing),
  addressLine2: z.string(),
  city: checkedText(line(80), texts.cityMissing),
  state: checkedText(line(80), texts.stateMissing),
  pincode: checkedText(pincode, texts.pincodeWrong),
  landmark: z.string(),
  phone: z.string().refine(looksLikePhone, phoneProblem),
})

type AddressForm = z.input<typeof addressSchema>

const emptyAddress: AddressForm = {
  label: 'Home',
  street: '',
  addressLine2: '',
  city: '',
  state: '',
  pincode: '',
  landmark: '',
  phone: '',
}

function toAddressForm(address: AddressView): AddressForm {
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
function toAddressRequest(form: AddressForm): AddressRequest {
  return { ...form, addressLine2: form.addressLine2.trim() || null, landmark: form.landmark.trim() || null }
}

const labels = addressLabels.map((value) => ({ value, label: value }))

type AddressDialogProps = {
  /** Missing: a new one */
  address?: AddressView | undefined
  onSaved?: (address: AddressView) => void
  onClose: () => void
}

export function AddressDialog({ address, onSaved, onClose }: AddressDialogProps) {
  const form = useForm<AddressForm>({
    resolver: resolverFor(addressSchema),
    defaultValues: address ? toAddressForm(address) : emptyAddress,
  })
  const field = { form, texts }
  const submit = useFormCommand(form, {
    ...texts.command,
    send(values: AddressForm) {
      const body = toAddressRequest(values)
      return address ? changeAddress(address.id, body) : addAddress(body)
    },
    done(saved) {
      onSaved?.(saved)
      onClose()
    },
  })

  return (
    <FormDialog
      title={texts.dialogs[address ? 'edit' : 'add']}
      submitLabel={texts.save}
      {...submit}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Choice {...field} name="label" options={labels} isWide />
      <Line {...field} name="street" autoComplete="address-line1" maxLength={200} isWide />
      <Line {...field} name="addressLine2" optional autoComplete="address-line2" maxLength={200} isWide />
      <Line {...field} name="city" autoComplete="address-level2" />
      <Line {...field} name="state" autoComplete="address-level1" />
      <Line {...field} name="pincode" autoComplete="postal-code" inputMode="numeric" maxLength={10} />
      <Line {...field} name="landmark" optional maxLength={120} />
      <Line {...field} name="phone" type="tel" inputMode="tel" autoComplete="tel" maxLength={32} isWide />
    </FormDialog>
  )
}
