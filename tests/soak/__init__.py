"""Tablets that play while requests are lost and the server dies: is every turn in the log once, and in order?"""
