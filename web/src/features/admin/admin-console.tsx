import { useState } from 'react'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { Tabs } from '@/ui/tabs'
import { LabApprovals } from './lab-approvals'
import { ManageBookings } from './manage-bookings'

const tabs = [
  { name: 'approvals', label: 'Lab Approvals' },
  { name: 'bookings', label: 'Manage Bookings' },
] as const

export function AdminConsole() {
  useTitle('Dashboard')
  const [tab, setTab] = useState<'approvals' | 'bookings'>('approvals')
  return (
    <>
      <PageHeading title="Dashboard" note="Labs and bookings, as they come in." />
      <Tabs label="Console" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'approvals' ? <LabApprovals /> : <ManageBookings />}
      </Tabs>
    </>
  )
}
