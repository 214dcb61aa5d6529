import type { AddressView } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { useDialogFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { useIdempotencyKey } from '@/lib/idempotency'
import { addAddress, changeAddress } from '@/lib/resources/people'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import {
  type AddressForm,
  addressSchema,
  emptyAddress,
  toAddressForm,
  toAddressRequest,
} from './address-form'

type AddressDialogProps = {
  /** undefined: add a new address */
  address?: AddressView | undefined
  onClose: () => void
}

const labels = addressLabels.map((value) => ({ value, label: value }))

export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const withKey = useIdempotencyKey()
  const showFailure = useDialogFailure()
  const form = useForm<AddressForm>({
    resolver: resolverFor(addressSchema),
    defaultValues: address ? toAddressForm(address) : emptyAddress,
  })
  const { errors, isSubmitting } = form.formState

  async function save(values: AddressForm) {
    const body = toAddressRequest(values)
    try {
      if (address) await changeAddress(address.id, body)
      else await withKey(body, (key) => addAddress(body, key))
      onClose()
      toast.success('Address saved')
    } catch (error) {
      const repeat = () => void form.handleSubmit(() => save(values))()
      showFailure('Failed to save address', error, { repeat })
    }
  }

  return (
    <FormDialog
      title={address ? 'Edit Address' : 'Add Address'}
      submitLabel="Save"
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
      formClassName="sm:grid-cols-2"
    >
      <Controller
        control={form.control}
        name="label"
        render={({ field }) => (
          <Field label="Label" className="sm:col-span-2">
            <Select {...field} options={labels} />
          </Field>
        )}
      />
      <Field label="Street Address" error={errors.street?.message} className="sm:col-span-2">
        <Input autoComplete="address-line1" maxLength={200} {...form.register('street')} />
      </Field>
      <Field label="Area" optional className="sm:col-span-2">
        <Input autoComplete="address-line2" maxLength={200} {...form.register('addressLine2')} />
      </Field>
      <Field label="City" error={errors.city?.message}>
        <Input autoComplete="address-level2" maxLength={80} {...form.register('city')} />
      </Field>
      <Field label="State" error={errors.state?.message}>
        <Input autoComplete="address-level1" maxLength={80} {...form.register('state')} />
      </Field>
      <Field label="Pincode" error={errors.pincode?.message}>
        <Input autoComplete="postal-code" inputMode="numeric" maxLength={6} {...form.register('pincode')} />
      </Field>
      <Field label="Landmark" optional>
        <Input autoComplete="off" maxLength={120} {...form.register('landmark')} />
      </Field>
      <Field
        label="Contact Number"
        hint="The collector calls this number on the way."
        error={errors.phone?.message}
        className="sm:col-span-2"
      >
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={32} {...form.register('phone')} />
      </Field>
    </FormDialog>
  )
}
