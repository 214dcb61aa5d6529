import { line, pincode } from '@jaanch/contracts/http/fields'
import type { AddressView } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useDialogCommand } from '@/components/use-command'
import { looksLikePhone, phoneProblem } from '@/lib/format/phone-check'
import { checkedText, controlOf, resolverFor } from '@/lib/forms'
import { type AddressRequest, addAddress, changeAddress } from '@/lib/resources/people'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { address as texts } from './texts'

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
  const { errors } = form.formState
  const { run, busy } = useDialogCommand({
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
      isSubmitting={busy}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Field label={texts.label} className="sm:col-span-2">
        <Select {...controlOf(form, 'label')} options={labels} />
      </Field>
      <Field label={texts.street} error={errors.street?.message} className="sm:col-span-2">
        <Input autoComplete="address-line1" maxLength={200} {...form.register('street')} />
      </Field>
      <Field label={texts.area} optional className="sm:col-span-2">
        <Input autoComplete="address-line2" maxLength={200} {...form.register('addressLine2')} />
      </Field>
      <Field label={texts.city} error={errors.city?.message}>
        <Input autoComplete="address-level2" maxLength={80} {...form.register('city')} />
      </Field>
      <Field label={texts.state} error={errors.state?.message}>
        <Input autoComplete="address-level1" maxLength={80} {...form.register('state')} />
      </Field>
      <Field label={texts.pincode} error={errors.pincode?.message}>
        <Input autoComplete="postal-code" inputMode="numeric" maxLength={10} {...form.register('pincode')} />
      </Field>
      <Field label={texts.landmark} optional>
        <Input autoComplete="off" maxLength={120} {...form.register('landmark')} />
      </Field>
      <Field
        label={texts.phone}
        hint={texts.phoneHint}
        error={errors.phone?.message}
        className="sm:col-span-2"
      >
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={32} {...form.register('phone')} />
      </Field>
    </FormDialog>
  )
}
