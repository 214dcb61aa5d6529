import { useEffect, useRef } from 'react'
import { usePlace } from '@/lib/location/location-store'
import { completePincode, useArea } from '@/lib/resources/geocode'
import type { AddressDraft, Draft, UpdateDraft } from './draft'

type Filled = Pick<AddressDraft, 'city' | 'state'>

/**
 * Fills in city and state: those of the city that was chosen in the search, until the PIN code is complete, then those of the PIN
 * code. What the customer typed stays.
 */
export function useFillArea({ address }: Pick<Draft, 'address'>, updateDraft: UpdateDraft): void {
  const { selected } = usePlace()
  const pincode = completePincode(address.pincode)
  const area = useArea({ pincode, city: selected })
  const latest = useRef(address)
  latest.current = address
  const filled = useRef<Filled>({ city: '', state: '' })

  useEffect(() => {
    if (!area) return
    const shown = latest.current
    const { city, state } = area
    const isTyped = (name: keyof Filled) =>
      shown[name].trim() !== '' && shown[name] !== filled.current[name] && shown[name] !== area[name]
    // the state of a PIN code is that of every town in it
    const changes = { ...(!isTyped('city') && { city }), ...(!isTyped('state') && { state }) }
    if (pincode === null && Object.keys(changes).length < 2) return
    filled.current = { city, state }
    const next = { ...shown, ...changes }
    if (next.city !== shown.city || next.state !== shown.state) updateDraft({ address: next })
  }, [area, pincode, updateDraft])
}
