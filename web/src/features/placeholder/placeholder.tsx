import { Hammer } from 'lucide-react'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { placeholder as texts } from './texts'

export const LabTests = () => <Placeholder {...texts.tests} />
export const LabReports = () => <Placeholder {...texts.reports} />
export const LabSettings = () => <Placeholder {...texts.settings} />

function Placeholder({ heading, line }: { heading: string; line: string }) {
  return (
    <>
      <PageHeading title={heading} />
      <EmptyState icon={Hammer} title={texts.title}>
        {line}
      </EmptyState>
    </>
  )
}
