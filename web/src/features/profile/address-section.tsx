import type { AddressView } from '@jaanch/contracts/http/people'
import { BriefcaseBusiness, House, MapPin, MapPinPlus } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { phoneText } from '@/lib/format/phone'
import { removeAddress, useAddresses } from '@/lib/resources/people'
import { lazyDialog } from '@/ui/lazy-part'
import { EditableList } from './editable-list'
import { removeAddress as removal, address as texts } from './texts'

const AddressDialog = lazyDialog(async () => (await import('./address-dialog')).AddressDialog)

const icons = { Home: House, Office: BriefcaseBusiness, Other: MapPin }

export function AddressSection() {
  const list = useAddresses()
  const { run } = useCommand({ ...removal.command, send: ({ id }: AddressView) => removeAddress(id) })

  return (
    <EditableList
      {...texts.list}
      addIcon={MapPinPlus}
      list={list}
      present={(address) => ({
        icon: icons[address.label],
        title: address.label,
        details: <AddressDetails address={address} />,
        name: `${address.label}, ${address.addressLine1}`,
      })}
      removal={({ addressLine1 }) => removal.question(addressLine1)}
      onRemove={run}
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
