import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { SectionLinks } from './section-links'
import { sections } from './sections'

/** The page of the operators: one section below each path. Reached from the Overview. */
export function OperationsPage() {
  return (
    <>
      <PageHeading title="Operations" description="The log, its readers, and what needs an operator." />
      <SectionLinks />
      <Suspense fallback={<SkeletonList count={4} itemClassName="h-24" className="grid grid-cols-1 gap-3" />}>
        <Routes>
          {sections.map(({ path, Page }) => (
            <Route key={path} {...(path === '' ? { index: true } : { path })} element={<Page />} />
          ))}
          <Route path="*" element={<Navigate to={paths.adminOperations} replace />} />
        </Routes>
      </Suspense>
    </>
  )
}
