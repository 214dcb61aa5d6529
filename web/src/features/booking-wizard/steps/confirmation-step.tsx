import { Check } from 'lucide-react'
import { patientText, paymentTexts, whenText } from '@/components/booking/texts'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import type { BookedSummary } from '../draft'
import { confirmation as texts } from '../texts'
import { UnverifiedContacts } from '../unverified-contacts'

export function ConfirmationStep({ booked }: { booked: BookedSummary }) {
  const { people = [] } = booked
  const tests = people[0]?.tests ?? [booked.packageName]
  const rows = [
    ...(people.length > 1
      ? []
      : ([
          [texts.id, shortId(booked.id)],
          [texts.test, tests.join(', ')],
          [texts.patient, patientText(booked.familyMember)],
        ] as const)),
    [texts.when, whenText(booked)],
    [texts.address, [booked.street, booked.city].filter(Boolean).join(', ')],
    [texts.payment, paymentTexts[booked.paymentMethod]],
    ...(booked.total === undefined ? [] : ([[texts.total, rupeesText(booked.total)]] as const)),
  ] as const
  return (
    <div className="mx-auto max-w-lg lg:col-span-2">
      <div className="grid justify-items-center text-center">
        <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
          <Check className="size-8" aria-hidden />
        </span>
        <h1 className="mt-4 font-bold text-xl outline-none">{texts.title}</h1>
        <p className="mt-1 text-balance text-ink-soft">{texts.text}</p>
      </div>
      <UnverifiedContacts />
      <Card className="mt-6 p-5">
        {people.length > 1 && (
          <ul className="mb-4 grid gap-4 border-b pb-4">
            {people.map(({ id, familyMember, tests }) => (
              <li key={id}>
                <div className="flex justify-between gap-6">
                  <h2 className="font-semibold">{patientText(familyMember)}</h2>
                  <span className="shrink-0 text-ink-soft tabular-nums">
                    <span className="sr-only">{texts.id} </span>
                    {shortId(id)}
                  </span>
                </div>
                <p className="mt-0.5 text-ink-soft">{tests.join(', ')}</p>
              </li>
            ))}
          </ul>
        )}
        <DescriptionList
          layout="row"
          items={rows}
          className="grid-cols-1 gap-3"
          detailsClassName="font-medium tabular-nums"
        />
      </Card>
      <ButtonLink to={paths.dashboard} size="lg" className="mt-6 w-full">
        {texts.toDashboard}
      </ButtonLink>
    </div>
  )
}
