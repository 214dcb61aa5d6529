import { EventEmitter } from 'node:events'
import { bookingCalls } from '@jaanch/booking/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { BusyError } from '../deadline.ts'
import type { PassedView } from '../reads/barrier.ts'
import { passBarrier, type Reads } from '../reads/read-tables.ts'
import { bounds } from './bounds.ts'
import { createRequestGates } from './request-gates.ts'

/** A request of a caller and its place, with one place of each kind and nobody who may wait */
function openGates() {
  const one = { reads: 1, writes: 1, waitingRequests: 0 }
  const gates = createRequestGates({ ...bounds, ...one })
  return (route: Parameters<typeof gates.placesOf>[0]) => {
    const request = { headers: {}, routeOptions: {}, raw: { socket: new EventEmitter() } }
    const reply = { request, raw: new EventEmitter(), header: () => reply }
    const [asRequest, asReply] = [request as unknown as FastifyRequest, reply as unknown as FastifyReply]
    return { place: gates.placesOf(route)(asRequest, asReply, 'a caller'), reply: asReply }
  }
}

it('a read waits for the barrier without a place, and takes one when it has passed', async () => {
  const open = openGates()
  const passed = Promise.withResolvers<PassedView>()
  const reads = { barrier: { pass: () => passed.promise }, replicas: { readsAfter: () => ({}) } }
  const waiting = open(bookingCalls.listBookings)
  const passing = passBarrier(reads as unknown as Reads, waiting.reply)
  const other = open(bookingCalls.listBookings)
  await other.place.take()
  other.place.giveBack()
  passed.resolve({ generation: 1, position: 1, head: 1, epoch: '', lsn: null, behind: 0 })
  await passing
  await expect(open(bookingCalls.listBookings).place.take()).rejects.toThrow(BusyError)
  waiting.place.giveBack()
  await open(bookingCalls.listBookings).place.take()
})

it('a place that comes after its request has ended is given back', async () => {
  const open = openGates()
  const late = open(bookingCalls.listBookings).place
  const taking = late.take()
  late.giveBack()
  await taking
  await open(bookingCalls.listBookings).place.take()
})
