import type { AddressView } from '@jaanch/account/people/api'
import { Suspense, useEffect } from 'react'
import { phoneText } from '@/lib/format/phone'
import { useUser } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { type Draft, emptyAddress } from '../draft'
import { NoService } from '../no-service'
import { isPhoneChanged } from '../submit-booking'
import { useWizard } from '../use-wizard'
import { StepHeading } from '../wizard-frame'

const texts = {
  question: 'Where should we collect the sample?',
  saved: 'Collection address',
  another: 'New address',
  phone: 'Contact Number',
  phoneHint: 'The collector calls this number on the way.',
  phoneExample: 'Enter 10-digit mobile number',
}

const newAddress = 'new'

/** Loaded from the step before on: with its fields, the wizard would be 63 kB. */
export const loadNewAddress = () => import('./new-address')
const ChangedAddress = lazyPart(async () => (await import('./new-address')).ChangedAddress, 'min-h-24')
const NewAddress = lazyPart(async () => (await loadNewAddress()).NewAddress, 'min-h-96')

export function AddressStep() {
  const { draft, updateDraft, addresses, addressErrors } = useWizard()
  const { rows: saved, loading } = addresses
  const { phone } = useUser()
  const first = saved[0]
  const selected = saved.find(({ id }) => id === draft.selectedAddressId)
  useEffect(() => {
    if (draft.selectedAddressId !== '' || loading) return
    updateDraft(
      first
        ? fromSaved(first)
        : { selectedAddressId: newAddress, ...(phone && { contactNumber: phoneText(phone) }) },
    )
  }, [draft.selectedAddressId, loading, first, phone, updateDraft])

  function choose(id: string) {
    const address = saved.find((row) => row.id === id)
    updateDraft(address ? fromSaved(address) : { selectedAddressId: newAddress, address: emptyAddress })
  }

  return (
    <>
      <StepHeading>{texts.question}</StepHeading>
      {loading && <Skeleton className="mb-5 h-20 w-full rounded-xl" />}
      {saved.length > 0 && (
        <RadioCards
          label={texts.saved}
          value={draft.selectedAddressId}
          onChange={choose}
          className="mb-5"
          options={[
            ...saved.map((address) => ({
              value: address.id,
              label: address.label,
              description: [address.addressLine1, address.addressLine2, address.city, address.pincode]
                .filter(Boolean)
                .join(', '),
            })),
            { value: newAddress, label: texts.another },
          ]}
        />
      )}
      {draft.selectedAddressId === newAddress && (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-xl" />}>
          <NewAddress />
        </Suspense>
      )}
      {selected && <NoService pincode={selected.pincode} city={selected.city} />}
      <Field label={texts.phone} hint={texts.phoneHint} error={addressErrors.contactNumber} className="mt-4">
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={32}
          placeholder={texts.phoneExample}
          value={draft.contactNumber}
          onChange={(event) => updateDraft({ contactNumber: event.target.value })}
        />
      </Field>
      {selected && draft.contactNumber.trim() !== '' && isPhoneChanged(draft, selected) && (
        <Suspense fallback={<Skeleton className="mt-4 h-24 w-full rounded-xl" />}>
          <ChangedAddress />
        </Suspense>
      )}
    </>
  )
}

function fromSaved(address: AddressView): Partial<Draft> {
  return {
    selectedAddressId: address.id,
    addressLabel: address.label,
    contactNumber: phoneText(address.phone),
    address: {
      street: address.addressLine1,
      city: address.city,
      state: address.state,
      pincode: address.pincode,
      landmark: address.landmark ?? '',
    },
  }
}
