import { Banknote, CreditCard, Smartphone } from 'lucide-react'
import { patientText } from '@/components/booking/texts'
import { Notice } from '@/components/brand/logo'
import { useFamily } from '@/features/account/people-calls'
import { FastingWarning } from '@/features/catalogue/package/fasting-warning'
import { rupeesText } from '@/lib/format/numbers'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { RadioCards } from '@/ui/radio-cards'
import { collectionText, type Draft } from '../draft'
import { useWizard } from '../use-wizard'
import { itemsOf, longestFast } from '../visit'
import { StepHeading } from '../wizard-frame'

const texts = {
  question: 'How would you like to pay?',
  label: 'Payment method',
  cash: { label: 'Cash on Collection', description: 'Pay when the sample is collected' },
  upi: { label: 'UPI', description: 'Any UPI app' },
  card: { label: 'Credit/Debit Card', description: 'Visa, Mastercard, RuPay' },
  advice: 'If you have eaten, choose a scheduled collection.',
  test: 'Test',
  patient: 'Patient',
  collection: 'Collection',
  address: 'Address',
  total: 'Total',
  expressFee: (total: string) =>
    `${total} is all that is to be paid. The express fee of ₹100 is not part of this total.`,
}

const options = [
  { value: 'cash', ...texts.cash, icon: <Banknote /> },
  { value: 'upi', ...texts.upi, icon: <Smartphone /> },
  { value: 'card', ...texts.card, icon: <CreditCard /> },
]

export function PaymentStep() {
  const { packages, draft, updateDraft, total } = useWizard()
  const [first] = packages
  const family = useFamily().rows
  const items = itemsOf(draft).map(({ familyMemberId, packageIds }) => ({
    id: familyMemberId ?? '',
    patient: patientText(family.find(({ id }) => id === familyMemberId) ?? null),
    tests: packages.filter(({ id }) => packageIds.includes(id)),
  }))
  const isOne = items.length === 1 && packages.length === 1
  const rows = [
    ...(isOne
      ? ([
          [texts.test, first.name],
          [texts.patient, items[0]?.patient],
        ] as const)
      : []),
    [texts.collection, collectionText(draft)],
    [texts.address, `${draft.address.street}, ${draft.address.city}`],
  ] as const
  return (
    <>
      {draft.collectionType === 'instant' && (
        <FastingWarning item={longestFast(packages)} advice={texts.advice} />
      )}
      <StepHeading>{texts.question}</StepHeading>
      <RadioCards
        label={texts.label}
        value={draft.paymentMethod}
        onChange={(method) => updateDraft({ paymentMethod: method as Draft['paymentMethod'] })}
        options={options}
      />
      <Card className="mt-5 p-5">
        {!isOne && (
          <ul className="mb-4 grid gap-4 border-b pb-4">
            {items.map(({ id, patient, tests }) => (
              <li key={id}>
                <h2 className="font-semibold">{patient}</h2>
                <ul className="mt-1 grid gap-1">
                  {tests.map(({ id, name, price }) => (
                    <li key={id} className="flex justify-between gap-6">
                      <span className="min-w-0 text-ink-soft">{name}</span>
                      <span className="shrink-0 tabular-nums">{rupeesText(price)}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
        <DescriptionList layout="row" items={rows} className="grid-cols-1 gap-3">
          <div className="flex items-baseline justify-between gap-6 border-t pt-3">
            <dt className="font-semibold">{texts.total}</dt>
            <dd className="font-bold text-xl tabular-nums">{rupeesText(total)}</dd>
          </div>
        </DescriptionList>
        {draft.collectionType === 'instant' && (
          <p className="mt-2 text-ink-soft">{texts.expressFee(rupeesText(total))}</p>
        )}
      </Card>
      <Notice name="booking" className="mt-4" />
    </>
  )
}
