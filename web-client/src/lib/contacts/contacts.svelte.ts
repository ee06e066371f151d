// Contacts. Whom one follows and blocks, as the house keeps it.

import type { Contact, FollowList, FollowedPlayer, Player } from '../protocol';
import * as house from '../api/contacts';
import { mutedPlayers } from '../stores/mutedPlayers.svelte';

/** Whom one follows and blocks. */
export class Contacts {
  /** Those whom one follows: who is here first, then by name. */
  follows = $state.raw<readonly FollowedPlayer[]>([]);
  blocks = $state.raw<readonly Contact[]>([]);
  /** Whose they are; null until the house has told them. */
  of = $state<string | null>(null);

  isFollowed(player: string): boolean {
    return this.follows.some((one) => one.player.id === player);
  }

  isBlocked(player: string): boolean {
    return this.blocks.some((one) => one.player.id === player);
  }

  /** Counts what was asked: an answer to something older than what is shown says nothing any more. */
  private asked = 0;
  private shown = 0;

  /** Asks the house for somebody's. */
  async load(player: Player): Promise<void> {
    const asked = (this.asked += 1);
    const [{ follows }, { blocks }] = await Promise.all([house.follows(), house.blocks()]);
    if (asked < this.shown) return;
    this.shown = asked;
    this.take(follows);
    this.blocked(blocks);
    this.of = player.id;
  }

  /** Asks the house whom one has blocked, and nothing else. */
  async loadBlocks(): Promise<void> {
    this.blocked((await house.blocks()).blocks);
  }

  /** Asks the house who is here now. */
  async refresh(): Promise<void> {
    await this.ask(house.follows());
  }

  async follow(id: string, on: boolean): Promise<void> {
    await this.ask(on ? house.follow(id) : house.unfollow(id));
  }

  /** Whom one blocks one follows no more. */
  async block(id: string, on: boolean): Promise<void> {
    this.shown = this.asked += 1;
    this.blocked((await (on ? house.block(id) : house.unblock(id))).blocks);
    if (on) this.follows = this.follows.filter((one) => one.player.id !== id);
  }

  private async ask(question: Promise<FollowList>): Promise<void> {
    const asked = (this.asked += 1);
    const { follows } = await question;
    if (asked < this.shown) return;
    this.shown = asked;
    this.take(follows);
  }

  private take(follows: readonly FollowedPlayer[]): void {
    this.follows = [...follows].sort((a, b) => Number(b.online) - Number(a.online));
  }

  private blocked(blocks: readonly Contact[]): void {
    this.blocks = blocks;
    mutedPlayers.block(blocks.map(({ player }) => player.id));
  }
}

export const contacts = new Contacts();
