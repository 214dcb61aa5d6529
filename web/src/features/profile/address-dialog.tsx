import type { AddressView } from '@jaanch/contracts/http/people'
import { addressLabels } from '@jaanch/contracts/vocabulary'
import { Controller, useForm } from 'react-hook-form'
import { serverText } from '@/lib/api/api-error'
import { addAddress, changeAddress } from '@/lib/api/people'
import { resolverFor } from '@/lib/form-resolver'
import { useIntent } from '@/lib/use-intent'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { type AddressForm, addressForm, addressRequest, emptyAddress, formOf } from './address-form'

type AddressDialogProps = {
  /** The address to edit; a new one where there is none */
  address?: AddressView | undefined
  onClose: () => void
}

const labels = addressLabels.map((value) => ({ value, label: value }))

export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const act = useIntent()
  const form = useForm<AddressForm>({
    resolver: resolverFor(addressForm),
    defaultValues: address ? formOf(address) : emptyAddress,
  })
  const { errors, isSubmitting } = form.formState

  async function save(values: AddressForm) {
    const body = addressRequest(values)
    try {
      if (address) await changeAddress(address.id, body)
      else await act(body, (intent) => addAddress(body, intent))
      onClose()
      toast.success('Address saved')
    } catch (error) {
      toast.error('Failed to save address', serverText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={address ? 'Edit Address' : 'Add Address'}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="address" loading={isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="address"
        noValidate
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        onSubmit={form.handleSubmit(save)}
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
      </form>
    </Dialog>
  )
}
