import type { TrendPerson } from '@jaanch/report/trends/api'
import { ChartLine, FileText } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useHealthTrends, useTrendPeople } from '@/features/report/health-calls'
import { ConsentCard, ConsentNoteOf } from '@/features/report/results/consent'
import { due } from '@/features/report/results/texts'
import { ShareLink, SharesLink } from '@/features/shares/share-link/share-link'
import { paths } from '@/lib/paths'
import { useLightPrint } from '@/lib/use-light-print'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { Skeleton, SkeletonBlocks } from '@/ui/skeleton'
import { ParameterList } from './parameter-list'
import { Failed, PeopleSwitch } from './parts'
import * as texts from './texts'

const DueTests = lazyPart(async () => (await import('@/features/report/results/due-tests')).DueTests)

/** `?person=` is `self` or a family member; without it, the first person who has results. */
export function HealthPage() {
  const [search, setSearch] = useSearchParams()
  const { data: people, error, mutate } = useTrendPeople()
  const person = search.get('person') ?? people?.[0]?.id
  useLightPrint()
  const chosen = people?.find(({ id }) => id === person)
  return (
    <>
      <PageHeading title={texts.page.title} description={texts.page.description}>
        <div className="flex flex-wrap gap-3 print:hidden">
          {chosen && !chosen.needsConsent && <ShareLink person={chosen.id} size="sm" />}
          <ButtonLink icon={FileText} to={paths.reports} variant="outline" size="sm">
            {texts.page.toReports}
          </ButtonLink>
          <SharesLink variant="ghost" />
        </div>
      </PageHeading>
      {people && people.length > 0 && (
        <PeopleSwitch
          people={people}
          value={person}
          onChange={(next) => setSearch({ person: next }, { replace: true })}
        />
      )}
      {!people && !error && <Loading />}
      {error !== undefined && !people && <Failed onRetry={() => void mutate()} />}
      {people?.length === 0 && <NoResults />}
      {people && people.length > 0 && !chosen && (
        <EmptyState icon={ChartLine} title={texts.empty.unknownPerson} />
      )}
      {chosen &&
        (chosen.needsConsent ? (
          <ConsentCard key={chosen.id} familyMemberId={chosen.id} onGiven={() => void mutate()} />
        ) : (
          <OfPerson key={chosen.id} person={chosen} />
        ))}
    </>
  )
}

/** Has the person as its key: nothing of another person stays, neither results nor what was searched for. */
function OfPerson({ person: { id, relationship } }: { person: TrendPerson }) {
  const { data, error, mutate } = useHealthTrends(id)
  if (!data) return error === undefined ? <Loading /> : <Failed onRetry={() => void mutate()} />
  if (data.groups.length > 0) {
    return (
      <>
        <ParameterList trends={data} />
        <div className="mt-8 print:hidden">
          <Panel size="lg" title={due.title}>
            <Suspense fallback={<Skeleton className="m-5 h-28" />}>
              <DueTests person={id} />
            </Suspense>
          </Panel>
        </div>
        {relationship !== null && (
          <div className="mt-5">
            <ConsentNoteOf familyMemberId={id} />
          </div>
        )}
      </>
    )
  }
  return data.pdfOnly === 0 ? (
    <NoResults />
  ) : (
    <EmptyState
      icon={FileText}
      title={texts.empty.pdfOnly}
      action={<ButtonLink to={paths.reports}>{texts.empty.openReports}</ButtonLink>}
      text={texts.empty.pdfOnlyText(data.pdfOnly)}
    />
  )
}

function NoResults() {
  return (
    <EmptyState
      icon={ChartLine}
      title={texts.empty.none}
      action={<ButtonLink to={paths.tests}>{texts.empty.browse}</ButtonLink>}
      text={texts.empty.noneText}
    />
  )
}

function Loading() {
  return (
    <SkeletonBlocks
      label={texts.page.loading}
      className="grid grid-cols-1 gap-5"
      blocks={['h-28 rounded-xl', 'h-11 rounded-lg', 'h-72 rounded-xl']}
    />
  )
}
