import { type PaymentMethod, paymentMethods } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { rupeesText } from '@/lib/format/numbers'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Choices } from './choices'
import type { Visit } from './local-round'
import { Step } from './step'
import { payment as texts } from './texts'
import type { RoundControl } from './use-round'

const options = paymentMethods.map((value) => ({ value, label: texts.methods[value] }))

/** What everybody of the visit has not paid yet, in one sum. */
export function PaymentStep({
  visit,
  round,
  isReady,
}: {
  visit: Visit
  round: RoundControl
  isReady: boolean
}) {
  const [method, setMethod] = useState<PaymentMethod>('cash-on-collection')
  const [reference, setReference] = useState('')
  const amount = rupeesText(visit.due)
  const payer = visit.people.find(({ due }) => due > 0)
  if (!payer) return <Step title={texts.title} state="done" result={texts.paid} />
  if (!isReady) return <Step title={texts.title} state="later" result={amount} />
  return (
    <Step title={texts.collect(amount)} state="now">
      <Choices
        label={texts.method}
        value={method}
        onChange={setMethod}
        options={options}
        className="grid-cols-3"
      />
      {method !== 'cash-on-collection' && (
        <Field label={texts.reference} optional>
          <Input
            className="h-12"
            maxLength={64}
            autoComplete="off"
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
        </Field>
      )}
      <Button size="lg" onClick={() => void round.pay(payer, method, reference.trim() || null)}>
        {texts.record(amount)}
      </Button>
    </Step>
  )
}
