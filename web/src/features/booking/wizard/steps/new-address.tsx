import { addressLabels } from '@jaanch/contracts/vocabulary'
import { LocateFixed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { completePincode, useArea } from '@/features/catalogue/location/geocode-calls'
import { usePlace } from '@/features/catalogue/location/location-store'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { detectAddress } from '../detect-address'
import type { AddressDraft, Draft } from '../draft'
import { NoService } from '../no-service'
import { useWizard } from '../use-wizard'

const texts = {
  street: 'Street Address',
  streetExample: 'House, building, street',
  city: 'City',
  state: 'State',
  pincode: 'Pincode',
  landmark: 'Landmark',
  saveAs: 'Save as',
  pincodeHint: 'It fills in city and state.',
  changed: (label: string) => `You changed the number of your saved address “${label}”.`,
  keepBoth: { label: 'Keep both', description: 'The changed one is saved as another address' },
  keepOne: { label: 'Change the saved one', description: 'The number before is not kept' },
  detect: 'Use my current location',
  detecting: 'Detecting location...',
  found: (city: string) => `City, state and PIN code filled in: ${city}`,
}

const labelOptions = addressLabels.map((value) => ({ value, label: value }))

export function NewAddress() {
  const { draft, updateDraft, addressErrors } = useWizard()
  const latest = useRef(draft.address)
  latest.current = draft.address
  const before = useRef(draft.address)

  useFillArea()

  /** Keeps what the customer typed while the position was detected. */
  function fillIn(found: Partial<AddressDraft>) {
    const untouched = Object.entries(found).filter(
      ([name]) => latest.current[name as keyof AddressDraft] === before.current[name as keyof AddressDraft],
    )
    updateDraft({ address: { ...latest.current, ...Object.fromEntries(untouched) } })
  }

  function field(name: keyof AddressDraft) {
    return {
      value: draft.address[name],
      onChange: (event: { target: { value: string } }) =>
        updateDraft({ address: { ...draft.address, [name]: event.target.value } }),
    }
  }
  return (
    <>
      <DetectButton
        onStart={() => {
          before.current = latest.current
        }}
        onFound={fillIn}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={texts.pincode}
          hint={texts.pincodeHint}
          error={addressErrors.pincode}
          className="sm:col-span-2 sm:w-56"
        >
          <Input autoComplete="postal-code" inputMode="numeric" maxLength={10} {...field('pincode')} />
        </Field>
        <NoService pincode={draft.address.pincode} city={null} className="sm:col-span-2" />
        <Field label={texts.city}>
          <Input autoComplete="address-level2" maxLength={80} {...field('city')} />
        </Field>
        <Field label={texts.state}>
          <Input autoComplete="address-level1" maxLength={80} {...field('state')} />
        </Field>
        <Field label={texts.street} className="sm:col-span-2">
          <Input
            autoComplete="address-line1"
            maxLength={200}
            placeholder={texts.streetExample}
            {...field('street')}
          />
        </Field>
        <Field label={texts.landmark} optional>
          <Input autoComplete="off" maxLength={120} {...field('landmark')} />
        </Field>
        <Field label={texts.saveAs}>
          <Select
            value={draft.addressLabel}
            onChange={(label) => updateDraft({ addressLabel: label as Draft['addressLabel'] })}
            options={labelOptions}
          />
        </Field>
      </div>
    </>
  )
}

type DetectButtonProps = {
  /** Not called once the button is gone: another address was chosen meanwhile */
  onFound: (found: Partial<AddressDraft>) => void
  onStart: () => void
}

function DetectButton({ onFound, onStart }: DetectButtonProps) {
  const [detecting, setDetecting] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function detect() {
    if (detecting) return
    setDetecting(true)
    onStart()
    const { found, problem } = await detectAddress()
    if (!isShown.current) return
    setDetecting(false)
    onFound(found)
    if (problem) toast.error(problem.title, problem.advice)
    else announce(texts.found(found.city ?? ''))
  }

  return (
    <Button variant="soft" className="mb-4 max-sm:w-full" aria-busy={detecting} onClick={() => void detect()}>
      <LocateFixed className={detecting ? 'animate-pulse' : ''} aria-hidden />
      {detecting ? texts.detecting : texts.detect}
    </Button>
  )
}

/** Asks what becomes of a saved address whose phone number was changed. */
export function ChangedAddress() {
  const { draft, updateDraft } = useWizard()
  return (
    <div className="mt-4">
      <p className="mb-2 font-medium">{texts.changed(draft.addressLabel)}</p>
      <RadioCards
        label={texts.changed(draft.addressLabel)}
        value={draft.keepsBoth ? 'both' : 'one'}
        onChange={(kept) => updateDraft({ keepsBoth: kept === 'both' })}
        className="sm:grid-cols-2"
        options={[
          { value: 'both', ...texts.keepBoth },
          { value: 'one', ...texts.keepOne },
        ]}
      />
    </div>
  )
}

type Filled = Pick<AddressDraft, 'city' | 'state'>

/**
 * Fills in city and state: those of the city that was chosen in the search, until the PIN code is complete, then those of the PIN
 * code. What the customer typed stays.
 */
function useFillArea(): void {
  const { draft, updateDraft } = useWizard()
  const { address } = draft
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
