import type { Wires } from '../../domain/channel-simulator/channel-simulator.ports.ts';
import { discordWire } from './discord-wire.ts';
import { instagramWire, messengerWire, whatsappWire } from './meta-wires.ts';
import { smsWire } from './sms-wire.ts';
import { telegramWire } from './telegram-wire.ts';

export const simulatorWires: Wires = {
  telegram: telegramWire,
  whatsapp: whatsappWire,
  messenger: messengerWire,
  instagram: instagramWire,
  discord: discordWire,
  sms: smsWire,
};
