import type { AddressView } from '@jaanch/contracts/http/people'
import { useEffect } from 'react'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import type { AddressErrors } from '../address-errors'
import { type Draft, emptyAddress } from '../draft'
import type { StepProps } from '../step-view'
import { NewAddress } from './new-address'
import { Question } from './question'

type AddressStepProps = StepProps & {
  saved: readonly AddressView[]
  loading: boolean
  errors: AddressErrors
}

const fresh = 'new'

export function AddressStep({ draft, keep, saved, loading, errors }: AddressStepProps) {
  const first = saved[0]
  useEffect(() => {
    if (draft.selectedAddressId !== '' || loading) return
    keep(first ? chosen(first) : { selectedAddressId: fresh })
  }, [draft.selectedAddressId, loading, first, keep])

  function choose(id: string) {
    const address = saved.find((one) => one.id === id)
    keep(address ? chosen(address) : { selectedAddressId: fresh, address: emptyAddress })
  }

  return (
    <>
      <Question>Where should we collect the sample?</Question>
      {loading && <Skeleton className="mb-5 h-20 w-full rounded-xl" />}
      {saved.length > 0 && (
        <RadioCards
          label="Collection address"
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
            { value: fresh, label: 'New address' },
          ]}
        />
      )}
      {draft.selectedAddressId === fresh && <NewAddress draft={draft} keep={keep} errors={errors} />}
      <Field
        label="Contact Number"
        hint="The collector calls this number on the way."
        error={errors.contactNumber}
        className="mt-4"
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={32}
          placeholder="Enter 10-digit mobile number"
          value={draft.contactNumber}
          onChange={(event) => keep({ contactNumber: event.target.value })}
        />
      </Field>
    </>
  )
}

function chosen(address: AddressView): Partial<Draft> {
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
