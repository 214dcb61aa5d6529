import type { ConsentPurpose } from '@jaanch/account/privacy/consents'
import { Download, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { mutate } from 'swr'
import { useCommand } from '@/components/use-command'
import { SharesLink } from '@/features/shares/share-link/share-link'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import type { DataRequest } from './data-dialog'
import { requests, privacy as texts } from './texts'

// Below the fold, and few need it
const HealthExport = lazyPart(async () => (await import('./data-dialog')).HealthExport)

const DataDialog = lazyDialog(async () => (await import('./data-dialog')).DataDialog)

export function PrivacySection() {
  const [dialog, setDialog] = useState<DataRequest>()
  return (
    <Panel size="lg" title={texts.title}>
      <div className="grid grid-cols-1 gap-6 p-5">
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.agreements}</h3>
          <p className="mb-3 text-ink-soft text-sm">
            {texts.process}{' '}
            <Link to={paths.privacy} className="font-semibold text-brand-ink underline underline-offset-4">
              {texts.notice}
            </Link>
            .
          </p>
          <Consents />
        </div>
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.shared}</h3>
          <p className="mb-3 text-ink-soft text-sm">{texts.sharedText}</p>
          <SharesLink variant="soft" />
        </div>
        <div>
          <h3 className="mb-1 font-semibold text-sm">{texts.everything}</h3>
          <p className="mb-3 text-ink-soft text-sm">{texts.everythingText}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              icon={Download}
              variant="soft"
              className="max-sm:w-full"
              onClick={() => setDialog('export')}
            >
              {requests.export.submitLabel}
            </Button>
            <Button
              icon={Trash2}
              variant="outline"
              className="max-sm:w-full"
              onClick={() => setDialog('erase')}
            >
              {requests.erase.submitLabel}
            </Button>
          </div>
        </div>
        <Suspense fallback={<Skeleton className="h-28" />}>
          <HealthExport />
        </Suspense>
      </div>
      {dialog && <DataDialog request={dialog} onClose={() => setDialog(undefined)} />}
    </Panel>
  )
}

function Consents() {
  const { data, loading } = useConsents()
  const { run } = useCommand({ send: answerConsent, failed: texts.failed })
  if (loading) return <Skeleton className="my-2 h-36" />
  if (!data) {
    return (
      <p className="my-2 grid h-36 place-items-center rounded-xl bg-sunken px-4 text-center text-ink-soft">
        {texts.unavailable}
      </p>
    )
  }

  return (
    <div className="grid min-h-40 grid-cols-1 content-center">
      {data.map(({ purpose, text, version, isGiven }) => (
        <Switch
          key={purpose}
          label={texts.consents[purpose]}
          description={text}
          checked={isGiven}
          onChange={(isGiven) => void run({ purpose, version, isGiven })}
        />
      ))}
    </div>
  )
}

const consents = '/api/users/me/consents'

function useConsents() {
  return useResource(consents)
}

type ConsentAnswer = { purpose: ConsentPurpose; version: number; isGiven: boolean }

async function answerConsent(answer: ConsentAnswer): Promise<void> {
  await mutate(consents, await call('PUT', consents, { body: answer }), { revalidate: false })
}
