import type { AddressView } from '@jaanch/contracts/http/people'
import { BriefcaseBusiness, House, MapPin, MapPinPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { removeAddress, useAddresses } from '@/lib/api/people'
import { phoneText } from '@/lib/format/phone'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast-store'
import { Entry } from './entry'
import { EntryList } from './entry-list'
import { Section } from './section'

const AddressDialog = lazy(async () => ({ default: (await import('./address-dialog')).AddressDialog }))

const icons = { Home: House, Office: BriefcaseBusiness, Other: MapPin }

export function AddressSection() {
  const { rows, loading } = useAddresses()
  const [edited, setEdited] = useState<AddressView | 'new'>()
  const [leaving, setLeaving] = useState<AddressView>()

  async function remove({ id }: AddressView) {
    try {
      await removeAddress(id)
      toast.success('Address removed')
    } catch {
      toast.error('Failed to remove address')
    }
  }

  return (
    <Section
      title="Saved Addresses"
      action={
        <Button variant="soft" size="sm" onClick={() => setEdited('new')}>
          <MapPinPlus aria-hidden />
          <span>
            Add<span className="sr-only"> Address</span>
          </span>
        </Button>
      }
    >
      <EntryList loading={loading} empty="Save an address, and choose it when you book.">
        {rows.map((address) => (
          <Entry
            key={address.id}
            icon={icons[address.label]}
            title={address.label}
            note={<AddressNote address={address} />}
            of={`${address.label}, ${address.addressLine1}`}
            onEdit={() => setEdited(address)}
            onRemove={() => setLeaving(address)}
          />
        ))}
      </EntryList>
      <Suspense>
        {edited && (
          <AddressDialog
            address={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title="Remove address"
        description={`Are you sure you want to remove ${leaving?.addressLine1 ?? ''}? Bookings keep the address that they were placed with.`}
        confirmLabel="Remove"
        cancelLabel="Cancel"
        onConfirm={() => leaving && void remove(leaving)}
      />
    </Section>
  )
}

function AddressNote({ address }: { address: AddressView }) {
  const { addressLine1, addressLine2, landmark, city, state, pincode, phone } = address
  return (
    <>
      <p>{[addressLine1, addressLine2, landmark].filter(Boolean).join(', ')}</p>
      <p className="tabular-nums">
        {city}, {state} {pincode}
        <span className="block whitespace-nowrap">{phoneText(phone)}</span>
      </p>
    </>
  )
}
