import type { AddressView } from '@jaanch/contracts/http/people'
import { BriefcaseBusiness, House, MapPin, MapPinPlus } from 'lucide-react'
import { toastFailure } from '@/components/toast-failure'
import { phoneText } from '@/lib/format/phone'
import { removeAddress, useAddresses } from '@/lib/resources/people'
import { lazyDialog } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'
import { EditableList } from './editable-list'

const AddressDialog = lazyDialog(async () => (await import('./address-dialog')).AddressDialog)

const icons = { Home: House, Office: BriefcaseBusiness, Other: MapPin }

export function AddressSection() {
  const list = useAddresses()
  async function remove(address: AddressView) {
    try {
      await removeAddress(address.id)
      toast.success('Address removed')
    } catch (error) {
      toastFailure('Failed to remove address', error, { repeat: () => void remove(address) })
    }
  }

  return (
    <EditableList
      title="Saved Addresses"
      noun="Address"
      addIcon={MapPinPlus}
      emptyText="Save an address, and choose it when you book."
      list={list}
      present={(address) => ({
        icon: icons[address.label],
        title: address.label,
        details: <AddressDetails address={address} />,
        name: `${address.label}, ${address.addressLine1}`,
      })}
      removal={(address) => ({
        title: 'Remove address',
        description: `Are you sure you want to remove ${address.addressLine1}? Bookings keep the address that they were placed with.`,
      })}
      onRemove={remove}
    >
      {(address, onClose) => <AddressDialog address={address} onClose={onClose} />}
    </EditableList>
  )
}

function AddressDetails({ address }: { address: AddressView }) {
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
