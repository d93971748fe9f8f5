import { channelSimulatorSchedules } from './channel-simulator.jobs.ts';
import { channelSimulatorRoutes } from './channel-simulator.routes.ts';

export const channelSimulator = { routes: channelSimulatorRoutes, schedules: channelSimulatorSchedules };
