import type { AddressView } from '@jaanch/contracts/http/people'
import { Suspense, useEffect } from 'react'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import type { AddressErrors } from '../address-errors'
import type { StepProps } from '../draft'
import { type Draft, emptyAddress } from '../draft'
import { address as texts } from '../texts'
import { StepHeading } from './step-heading'

type AddressStepProps = StepProps & {
  saved: readonly AddressView[]
  loading: boolean
  addressErrors: AddressErrors
}

const newAddress = 'new'

/** Loaded from the step before on: with its fields, the wizard would be 63 kB. */
export const loadNewAddress = () => import('./new-address')
const NewAddress = lazyPart(async () => (await loadNewAddress()).NewAddress, 'min-h-96')

export function AddressStep({ draft, updateDraft, saved, loading, addressErrors }: AddressStepProps) {
  const first = saved[0]
  useEffect(() => {
    if (draft.selectedAddressId !== '' || loading) return
    updateDraft(first ? fromSaved(first) : { selectedAddressId: newAddress })
  }, [draft.selectedAddressId, loading, first, updateDraft])

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
          <NewAddress draft={draft} updateDraft={updateDraft} errors={addressErrors} />
        </Suspense>
      )}
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
    </>
  )
}

function fromSaved(address: AddressView): Partial<Draft> {
  return {
    selectedAddressId: address.id,
    addressLabel: address.label,
    contactNumber: address.phone,
    address: {
      street: address.addressLine1,
      city: address.city,
      state: address.state,
      pincode: address.pincode,
      landmark: address.landmark ?? '',
    },
  }
}
