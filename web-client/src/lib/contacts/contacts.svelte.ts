// Contacts. Whom one follows and blocks, as the house keeps it.

import type { BlockedPlayer, FollowedPlayer, Player } from '../protocol';
import * as house from '../api/contacts';
import { mutedPlayers } from '../stores/mutedPlayers.svelte';

/** Whom one follows and blocks. */
export class Contacts {
  /** Those whom one follows: who is here first, then by name. */
  follows = $state.raw<readonly FollowedPlayer[]>([]);
  blocks = $state.raw<readonly BlockedPlayer[]>([]);
  /** Whose they are; null until the house has told them. */
  of = $state<string | null>(null);

  isFollowed(player: string): boolean {
    return this.follows.some((one) => one.player.id === player);
  }

  isBlocked(player: string): boolean {
    return this.blocks.some((one) => one.player.id === player);
  }

  /** Asks the house for somebody's. */
  async load(player: Player): Promise<void> {
    const [{ follows }, { blocks }] = await Promise.all([house.follows(), house.blocks()]);
    this.take(follows);
    this.blocked(blocks);
    this.of = player.id;
  }

  /** Asks the house who is here now. */
  async refresh(): Promise<void> {
    this.take((await house.follows()).follows);
  }

  async follow(id: string, on: boolean): Promise<void> {
    this.take((await (on ? house.follow(id) : house.unfollow(id))).follows);
  }

  /** Whom one blocks one follows no more. */
  async block(id: string, on: boolean): Promise<void> {
    this.blocked((await (on ? house.block(id) : house.unblock(id))).blocks);
    if (on) this.follows = this.follows.filter((one) => one.player.id !== id);
  }

  private take(follows: readonly FollowedPlayer[]): void {
    this.follows = [...follows].sort((a, b) => Number(b.online) - Number(a.online));
  }

  private blocked(blocks: readonly BlockedPlayer[]): void {
    this.blocks = blocks;
    mutedPlayers.block(blocks.map(({ player }) => player.id));
  }
}

export const contacts = new Contacts();
