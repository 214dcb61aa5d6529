import { labPartnerCalls } from '@jaanch/account/labs/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import type { Caller } from '@jaanch/contracts/caller'
import { mayCall } from '@jaanch/contracts/staff-roles'
import { analyticsCalls } from '@jaanch/insight/dashboard/api'
import { notificationCalls } from '@jaanch/messages/api'
import type { Audience } from '@jaanch/messages/message'
import type { Server } from 'socket.io'
import { z } from 'zod'
import type { ClientMessages, ServerMessages } from '../socket-api.ts'

/** The message with which a client connects (`SocketAuth` of socket-api.ts). */
export const handshake = z.object({
  token: z.string(),
  after: z.coerce.number().int().nonnegative().catch(0).default(0),
  epoch: z.string().optional().catch(undefined),
})
export type Handshake = z.output<typeof handshake>

type SocketData = { caller: Caller; client: Handshake }
export type Io = Server<ClientMessages, ServerMessages, Record<string, never>, SocketData>
export type GatewaySocket = Parameters<Parameters<Io['on']>[1]>[0]

/**
 * Closes the transport of a socket and discards its buffer. The client treats this as a lost connection and reconnects;
 * after socket.disconnect() it would not reconnect.
 */
export function closeConnection(socket: GatewaySocket): void {
  socket.conn.close(true)
}

/**
 * Options of Engine.IO, which writes an encoded frame as it is: Socket.IO's adapter gives it the frame of a broadcast so. There is
 * one transport, WebSocket, which does not compress.
 */
export type JoinedPacket = { compress: false; wsPreEncodedFrame: [Buffer]; messages: number }

/** How many messages wait for a slow client. */
export function bufferedMessages({ conn }: GatewaySocket): number {
  // biome-ignore lint/complexity/useLiteralKeys: a private field of Engine.IO, which has no other way to tell
  const packets: { options: Partial<JoinedPacket> }[] = conn['writeBuffer']
  return packets.reduce((sum, { options: { messages = 1 } }) => sum + messages, 0)
}

/** The admins who see the numbers of the platform */
export const adminRoom = 'admins'

/** The kinds of rows that are pushed to admins and labs, each with its list: a role that does not include the list gets no such rows */
const lists = {
  booking: bookingCalls.listBookings,
  prescription: prescriptionCalls.listAllPrescriptions,
  lab: labPartnerCalls.listAllLabPartners,
  notification: notificationCalls.listNotifications,
}
type Listed = keyof typeof lists

/** The admins whose role includes a list. */
export const adminsWhoSee = (listed: Listed): string => `${adminRoom} ${listed}`

/** Whether the role of an admin or of a lab's person includes a list; true for customers. */
export function maySee(caller: Caller, listed: Listed): boolean {
  return mayCall(lists[listed], caller)
}

const ofLabs = ['booking', 'notification'] as const satisfies Listed[]
const allListed = ['booking', 'prescription', 'lab', 'notification'] as const satisfies Listed[]

/** The admins who see the state of the log and its readers */
export const watchRoom = 'operators'
export const userRoom = (userId: string): string => `user ${userId}`
/** The people of a lab whose role includes a list. */
export const labRoom = (labPartnerId: string, listed: (typeof ofLabs)[number]): string =>
  `lab ${labPartnerId} ${listed}`

/** The rooms that a caller's socket joins. */
export function roomsOf(caller: Caller): string[] {
  const rooms = [userRoom(caller.userId)]
  const { role, labPartnerId } = caller
  if (role === 'admin') {
    if (mayCall(analyticsCalls.getDashboard, caller)) rooms.push(adminRoom)
    rooms.push(...allListed.filter((listed) => maySee(caller, listed)).map(adminsWhoSee))
  }
  if (labPartnerId) {
    rooms.push(
      ...ofLabs.filter((listed) => maySee(caller, listed)).map((listed) => labRoom(labPartnerId, listed)),
    )
  }
  return rooms
}

/** The room of those who get a notification. @param owner id of the customer or of the lab partner */
export function roomOfOwner(audience: Audience, owner: string): string {
  switch (audience) {
    case 'admin':
      return adminsWhoSee('notification')
    case 'customer':
      return userRoom(owner)
    case 'lab-partner':
      return labRoom(owner, 'notification')
  }
}
