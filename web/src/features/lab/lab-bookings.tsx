import { useState } from 'react'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView, type LabTab } from './lab-bookings-view'

export function LabBookings() {
  const [tab, setTab] = useState<LabTab>('all')
  return (
    <>
      <PageHeading title="Bookings" description="What has been assigned to your lab." />
      <LabBookingsView allLabel="All Bookings" tab={tab} onTab={setTab} />
    </>
  )
}
