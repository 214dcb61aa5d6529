import { addressLabels } from '@jaanch/contracts/vocabulary'
import { useRef } from 'react'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import type { AddressErrors } from '../address-errors'
import type { AddressDraft, Draft, UpdateDraft } from '../draft'
import { address as texts } from '../texts'
import { DetectButton } from './detect-button'

type NewAddressProps = { draft: Draft; updateDraft: UpdateDraft; errors: AddressErrors }

const labelOptions = addressLabels.map((value) => ({ value, label: value }))

export function NewAddress({ draft, updateDraft, errors }: NewAddressProps) {
  const latest = useRef(draft.address)
  latest.current = draft.address
  const before = useRef(draft.address)

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
        <Field label={texts.street} className="sm:col-span-2">
          <Input
            autoComplete="address-line1"
            maxLength={200}
            placeholder={texts.streetExample}
            {...field('street')}
          />
        </Field>
        <Field label={texts.city}>
          <Input autoComplete="address-level2" maxLength={80} {...field('city')} />
        </Field>
        <Field label={texts.state}>
          <Input autoComplete="address-level1" maxLength={80} {...field('state')} />
        </Field>
        <Field label={texts.pincode} error={errors.pincode}>
          <Input autoComplete="postal-code" inputMode="numeric" maxLength={6} {...field('pincode')} />
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
