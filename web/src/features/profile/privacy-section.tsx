import { Download, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { toastFailure } from '@/components/toast-failure'
import { paths } from '@/lib/paths'
import { answerConsent, type ConsentAnswer, useConsents } from '@/lib/resources/privacy'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import type { DataRequest } from './data-dialog'

const DataDialog = lazyDialog(async () => (await import('./data-dialog')).DataDialog)

const labels: Record<ConsentAnswer['purpose'], string> = {
  'offers-by-email': 'Offers by email',
  'offers-by-sms': 'Offers by SMS',
}

/** The person's rights: consent, a copy of everything, and the end of the account. */
export function PrivacySection() {
  const [dialog, setDialog] = useState<DataRequest>()
  return (
    <Panel size="lg" title="Your Data">
      <div className="grid grid-cols-1 gap-6 p-5">
        <div>
          <h3 className="mb-1 font-semibold text-sm">What you agree to</h3>
          <p className="mb-3 text-ink-soft text-sm">
            What we process, and why, is in the{' '}
            <Link to={paths.privacy} className="font-semibold text-brand-ink underline underline-offset-4">
              privacy notice
            </Link>
            .
          </p>
          <Consents />
        </div>
        <div>
          <h3 className="mb-1 font-semibold text-sm">Everything we hold about you</h3>
          <p className="mb-3 text-ink-soft text-sm">
            Your details, family, addresses, bookings, prescriptions and reports, as one ZIP file.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="soft" className="max-sm:w-full" onClick={() => setDialog('export')}>
              <Download aria-hidden />
              Download my data
            </Button>
            <Button variant="outline" className="max-sm:w-full" onClick={() => setDialog('erase')}>
              <Trash2 aria-hidden />
              Delete my account
            </Button>
          </div>
        </div>
      </div>
      <Suspense>{dialog && <DataDialog request={dialog} onClose={() => setDialog(undefined)} />}</Suspense>
    </Panel>
  )
}

function Consents() {
  const { data, loading } = useConsents()
  if (loading) return <Skeleton className="my-2 h-36" />
  if (!data) {
    return (
      <p className="my-2 grid h-36 place-items-center rounded-xl bg-sunken px-4 text-center text-ink-soft">
        This can't be changed at the moment.
      </p>
    )
  }

  async function answer(next: ConsentAnswer) {
    try {
      await answerConsent(next)
    } catch (error) {
      toastFailure('Failed to save your answer', error, { repeat: () => void answer(next) })
    }
  }

  return (
    <div className="grid min-h-40 grid-cols-1 content-center">
      {data.map(({ purpose, text, version, isGiven }) => (
        <Switch
          key={purpose}
          label={labels[purpose]}
          description={text}
          checked={isGiven}
          onChange={(isGiven) => void answer({ purpose, version, isGiven })}
        />
      ))}
    </div>
  )
}
