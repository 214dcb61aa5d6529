import { ArrowLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import {
  matchPriceList,
  type PriceMatches,
  reloadCatalogue,
  type SavedPrices,
  type SentFile,
  savePrices,
} from '@/lib/resources/catalogue'
import { ButtonLink } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { ConflictNote } from '../conflict-note'
import { FileChoice } from '../file-choice'
import { countsText } from '../texts'
import { page as texts } from './texts'

const PriceMatching = lazyPart(async () => (await import('./price-matching')).PriceMatching, 'min-h-60')

/** A file with what its rows were matched to */
type Matched = { file: SentFile; matches: PriceMatches }

/** Where managers set many prices at once, from a list of names and prices. */
export function UploadPricesPage() {
  const navigate = useNavigate()
  const [matched, setMatched] = useState<Matched>()
  const [isOutdated, setOutdated] = useState(false)

  const matching = useCommand({
    send: async (file: SentFile) => ({ file, matches: await matchPriceList(file) }),
    done(answer) {
      setMatched(answer)
      setOutdated(false)
    },
    failed: texts.readFailed,
  })
  const saving = useCommand({
    send: (body: SavedPrices) => savePrices(body),
    done(counts) {
      toast.success(texts.succeeded, countsText(counts))
      navigate(paths.adminCatalogue)
    },
    failed: texts.failed,
    onFailure(error) {
      const isConflict = hasCode(error, 'wrong-status')
      if (isConflict) {
        setOutdated(true)
        void reloadCatalogue()
      }
      return isConflict
    },
  })

  return (
    <>
      <PageHeading {...texts.heading}>
        <ButtonLink to={paths.adminCatalogue} variant="outline">
          <ArrowLeft aria-hidden />
          {texts.back}
        </ButtonLink>
      </PageHeading>
      <p role="status" className="sr-only">
        {matching.busy && texts.reading}
      </p>
      {matching.busy && !matched && <Skeleton className="h-44" />}
      {!matched && !matching.busy && (
        <FileChoice
          label={texts.file}
          accepted={texts.accepted}
          accept={texts.accept}
          onFile={(file) => void matching.run(file)}
        />
      )}
      {matched && isOutdated && (
        <ConflictNote
          text={texts.conflict}
          label={texts.matchAgain}
          busy={matching.busy}
          onAgain={() => void matching.run(matched.file)}
        />
      )}
      {matched && (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <PriceMatching
            key={matched.matches.version}
            fileName={matched.file.fileName}
            matches={matched.matches}
            busy={saving.busy}
            isOutdated={isOutdated}
            onSave={(body) => void saving.run(body)}
            onAnother={() => {
              setMatched(undefined)
              setOutdated(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
